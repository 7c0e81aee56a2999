"""The licence texts of everything in a classroom folder, and the addresses of the sources."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from importlib.metadata import Distribution, distributions
from pathlib import Path

NAMES = re.compile(r"(licen[cs]e|copying|notice|copyright|authors|lgpl|gpl|ofl)", re.IGNORECASE)
"""Names of files with a licence or with authors."""

SCRIPTS = Path(__file__).resolve().parent
TEXTS = SCRIPTS / "licence_texts"
"""The texts of COMMON, and by its name that of each library inside packages, as Debian collects them."""

COMMON = ("GPL-2", "GPL-3", "LGPL-2", "LGPL-2.1", "LGPL-3", "Apache-2.0")

SOURCES = {
    "libSDL2": "https://github.com/libsdl-org/SDL/releases",
    "libSDL2_image": "https://github.com/libsdl-org/SDL_image/releases",
    "libSDL2_mixer": "https://github.com/libsdl-org/SDL_mixer/releases",
    "libSDL2_ttf": "https://github.com/libsdl-org/SDL_ttf/releases",
    "libFLAC": "https://github.com/xiph/flac/releases",
    "libasound": "https://www.alsa-project.org/files/pub/lib/",
    "libbrotli": "https://github.com/google/brotli/releases",
    "libfluidsynth": "https://github.com/FluidSynth/fluidsynth/releases",
    "libfreetype": "https://download.savannah.gnu.org/releases/freetype/",
    "libharfbuzz": "https://github.com/harfbuzz/harfbuzz/releases",
    "libjpeg": "https://github.com/libjpeg-turbo/libjpeg-turbo/releases",
    "libmpg123": "https://www.mpg123.de/download/",
    "libogg": "https://downloads.xiph.org/releases/ogg/",
    "libopus": "https://downloads.xiph.org/releases/opus/",
    "libopusfile": "https://downloads.xiph.org/releases/opus/",
    "libpng": "https://sourceforge.net/projects/libpng/files/",
    "libportmidi": "https://github.com/PortMidi/portmidi/releases",
    "libsharpyuv": "https://storage.googleapis.com/downloads.webmproject.org/releases/webp/",
    "libsndfile": "https://github.com/libsndfile/libsndfile/releases",
    "libtiff": "https://download.osgeo.org/libtiff/",
    "libvorbis": "https://downloads.xiph.org/releases/vorbis/",
    "libwavpack": "https://github.com/dbry/WavPack/releases",
    "libwebp": "https://storage.googleapis.com/downloads.webmproject.org/releases/webp/",
    "libxmp": "https://github.com/libxmp/libxmp/releases",
}
"""The addresses of the sources of libraries inside packages."""

PARTS = {"libsharpyuv": "libwebp"}
"""Libraries with the text of another one."""

HEAD = """# What this folder holds, and under which licences

Plyglass is free software under the GNU General Public License, version 3 or later: `plyglass/`.
You may run, study, share and change it. Its source is `{program}`: every file
as it was written. The scripts that made this folder are in `plyglass/build/`.

All other parts are as their makers published them. Where a licence asks for sources (GPL, LGPL, MPL), they
are at the address in the last column, of exactly that version. Libraries within a package come from the
makers of that package, whose page names their versions. Texts that others refer to are in `common/`.

| part | version | licence | text | source |
| --- | --- | --- | --- | --- |
"""


class NoText(Exception):
    """A licence text is missing."""


def write(
    licences: Path,
    site_packages: Path,
    program: str,
    libraries: Sequence[Path],
    python: Path,
    version: str,
) -> None:
    """Fills the folder `licences` with the texts of Python, of the packages in `site_packages`, of libraries
    in them, and of the copied `libraries`, files of this computer. Raises NoText."""
    licences.mkdir()
    rows = [_of_python(licences, python, version)]
    for package in sorted(
        distributions(path=[str(site_packages)]), key=lambda one: one.metadata["Name"].lower()
    ):
        rows.append(_of_package(licences, package))
    rows += _within_packages(licences, site_packages)
    rows += _of_libraries(licences, libraries)
    shutil.copytree(SCRIPTS, licences / "plyglass" / "build", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(SCRIPTS.parent / "pyproject.toml", licences / "plyglass" / "build")
    (licences / "common").mkdir()
    for text in COMMON:
        shutil.copy(TEXTS / f"{text}.txt", licences / "common")
    text = HEAD.format(program=program) + "".join(f"| {' | '.join(row)} |\n" for row in rows)
    (licences / "README.md").write_text(text, encoding="utf-8")


def _of_python(licences: Path, python: Path, version: str) -> tuple[str, ...]:
    texts = [
        python / "LICENSE.txt",
        *python.glob("[lL]ib/LICENSE.txt"),
        *python.glob("lib/python3*/LICENSE.txt"),
    ]
    text = next((path for path in texts if path.is_file()), None)
    if text is None:
        raise NoText(f"{python}: this Python comes without its LICENSE.txt")
    folder = licences / "python"
    folder.mkdir()
    shutil.copyfile(text, folder / "LICENSE.txt")
    return "Python", version, "PSF-2.0", "`python/`", f"https://www.python.org/ftp/python/{version}/"


def _of_package(licences: Path, package: Distribution) -> tuple[str, ...]:
    name, version = package.metadata["Name"], package.version
    folder = licences / name.lower()
    count = 0
    for file in package.files or ():
        found = Path(str(package.locate_file(file)))
        in_metadata = ".dist-info" in file.as_posix()
        if (
            found.is_file()
            and NAMES.search(found.name)
            and (in_metadata or "licen" in file.as_posix().lower())
        ):
            folder.mkdir(exist_ok=True)
            target = folder / (found.name if not (folder / found.name).exists() else f"{count} {found.name}")
            shutil.copyfile(found, target)
            count += 1
    said = package.metadata.json
    licence = str(said.get("license_expression") or said.get("license") or "")
    first = (licence.strip().splitlines() or [""])[0]
    if not first or len(first) > 60:
        classifiers = package.metadata.get_all("Classifier") or []
        kinds = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License :: ")]
        first = ", ".join(kinds) or "see the text"
    source = (
        "this folder" if name.lower() == "plyglass" else f"https://pypi.org/project/{name}/{version}/#files"
    )
    return name, version, first, f"`{folder.name}/`" if count else "`common/`", source


def _within_packages(licences: Path, site_packages: Path) -> list[tuple[str, ...]]:
    """Writes the texts of libraries inside packages. For a library that `SOURCES` does not name, the
    package's own texts must do."""
    rows = {}
    for file in sorted(site_packages.glob("*.libs/*.so*")):
        package = file.parent.name.removesuffix(".libs")
        name = max((one for one in SOURCES if file.name.startswith(one)), key=len, default="")
        if not name:
            rows[file.name] = (file.name, "", f"in {package}'s", f"`{package}/`", f"as {package}")
            continue
        text = f"{PARTS.get(name, name)}.txt"
        if not (licences / text).exists():
            shutil.copy(TEXTS / text, licences)
        version = file.name.partition(".so.")[2]
        rows[name] = (f"{name}, in {package}", version, "see the text", f"`{text}`", SOURCES[name])
    return list(rows.values())


def _of_libraries(licences: Path, libraries: Sequence[Path]) -> list[tuple[str, ...]]:
    """Writes the texts of libraries of a Debian system, by the package that each comes from."""
    rows: dict[str, tuple[str, ...]] = {}
    for library in libraries:
        if library.name.startswith("libpython"):
            continue
        owner = _debian_owner(library)
        if owner is None:
            rows[library.name] = (library.name, "", "see its maker", "", "")
            continue
        package, version, source, source_version = owner
        text = Path("/usr/share/doc") / package / "copyright"
        if package not in rows:
            shutil.copyfile(text, licences / f"{package}.copyright.txt")
            address = f"https://snapshot.debian.org/package/{source}/{source_version}/"
            rows[package] = (package, version, "see the text", f"`{package}.copyright.txt`", address)
    return list(rows.values())


def _debian_owner(library: Path) -> tuple[str, str, str, str] | None:
    """Package and version of a file, and of its source; None if no package of Debian has it."""
    for path in (library, library.resolve(), Path(str(library.resolve()).removeprefix("/usr"))):
        said = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, encoding="utf-8", check=False)
        if said.returncode == 0:
            package = said.stdout.partition(": ")[0].partition(":")[0]
            shown = ["dpkg-query", "-W", "-f", "${Version}\t${source:Package}\t${source:Version}\n", package]
            fields = subprocess.run(
                shown, capture_output=True, encoding="utf-8", check=True
            ).stdout.splitlines()[0]
            version, source, source_version = fields.split("\t")
            return package, version, source, source_version
    return None
