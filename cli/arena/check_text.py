"""The findings of `check` as lines for people."""

from arena.check.finding import Finding


def finding_text(finding: Finding) -> str:
    """A finding in one to three lines: the sentence, the position that shows it, and weights to try."""
    lines = [f"{finding.kind}: {finding.sentence}"]
    if finding.position:
        lines.append(f"  position: {finding.position}")
    if finding.remedy:
        tried = ", ".join(f"{key}={weight:g}" for key, weight in finding.remedy.items())
        lines.append(f"  try: {tried}")
    return "\n".join(lines)
