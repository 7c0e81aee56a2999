"""English nouns in the plural, for the units that authors give to their heuristics."""

import re

IRREGULAR = {
    "person": "people",
    "child": "children",
    "foot": "feet",
    "die": "dice",
    "mouse": "mice",
    "half": "halves",
}
REGULAR_IN_MAN = ("human", "shaman", "german", "roman", "talisman")
"""Words that end in man and take an s; all other such words change as "man" does: "draughtsmen"."""


def plural(noun: str) -> str:
    """The noun in the plural: "men" of "man", "points of mobility" of "point of mobility". A noun that ends
    in s, or in no small letter, is not changed."""
    head, link, rest = noun.partition(" of ")
    *before, word = head.split(" ")
    return " ".join([*before, _word(word)]) + link + rest


def _word(word: str) -> str:
    if not word[-1:].islower() or word.endswith("s"):
        return word
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("man") and word.lower() not in REGULAR_IN_MAN:
        return f"{word[:-2]}en"
    if re.search("[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search("([xz]|[cs]h)$", word) else f"{word}s"
