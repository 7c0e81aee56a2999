"""The digest of the rules by which a table was made."""

from functools import cache

from games.compiling.kernel_key import content_digest
from games.truth.domain import Domain
from games.truth.retrograde import OUTCOME, make_count, make_spread, solve


@cache
def digest_of(domain: Domain) -> str:
    """64 hexadecimal digits of the functions that make a table, of all that they call and of the constants
    that they use, without comments and documentation: tables of other rules have another digest. Other
    functions of their modules do not count."""
    parts = [(part.name, part.start, part.stop) for group in domain.groups for part in group.parts]
    kernels = [make_count(domain), make_spread(domain)]
    return content_digest([parts, OUTCOME, domain.max_unmoves, solve.__code__, kernels], comments=False)
