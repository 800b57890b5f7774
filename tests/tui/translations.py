"""The French catalogue, as tests read it."""

from collections.abc import Iterable
from dataclasses import dataclass

from babel.messages.catalog import Message

from hatch_build import catalogue_paths, read_catalogue
from tests.architecture.source import ROOT


@dataclass(frozen=True)
class Translation:
    """One text of the program in both languages."""

    english: tuple[str, ...]
    """The text; with its plural where it counts something."""
    french: tuple[str, ...]
    """As many forms as French needs, empty where there is no translation."""
    fuzzy: bool = False

    def pairs(self) -> list[tuple[str, str]]:
        """Each French form beside the English one it stands for."""
        singular, *plural = zip(self.english, self.french, strict=False)
        return [singular, *plural, *((self.english[-1], french) for french in self.french[len(self.english) :])]


def as_tuple(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str) or text is None else tuple(text)


def translations(messages: Iterable[Message]) -> list[Translation]:
    """The texts of a catalogue, without its header."""
    return [
        Translation(as_tuple(message.id), as_tuple(message.string), message.fuzzy) for message in messages if message.id
    ]


def french_translations() -> list[Translation]:
    [path] = [path for language, path in catalogue_paths(ROOT) if language == "fr"]
    return translations(read_catalogue(path, "fr"))
