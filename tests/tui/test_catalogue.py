"""The French texts: all there, all filled in alike, and written as French is."""

import ast
import re
import string
from collections.abc import Iterator

import pytest

from hatch_build import extract_messages, marked_texts
from tests.architecture.source import ROOT, Module, called_name, module_of, modules
from tests.tui.translations import french_translations, translations

NARROW = "\u202f"
NO_BREAK = "\xa0"
FRENCH = french_translations()
MARKERS = {"_", "N_", "n_"}


def fields(text: str) -> set[tuple[str, str, str]]:
    """The placeholders of a text: name, conversion, format."""
    return {
        (name, conversion or "", spec or "")
        for _, name, spec, conversion in string.Formatter().parse(text)
        if name is not None
    }


def as_read(text: str) -> str:
    """A text with a word for each placeholder, and without the commands quoted in it, which are no French."""
    return re.sub(r"`[^`]*`", "x", re.sub(r"\{[^{}]*\}", "x", text))


SPACING = (
    (rf"[^{NARROW};!?(\s][;!?]|[^\S{NARROW}][;!?]", "a narrow no-break space stands before ; ! ?"),
    (rf"[^{NO_BREAK}\s]:(?=\s|$)|[^\S{NO_BREAK}]:", "a no-break space stands before :"),
    (rf"«(?!{NO_BREAK})|(?<!{NO_BREAK})»", "a no-break space stands inside « »"),
    (rf"[^{NO_BREAK}]%", "a no-break space stands before %"),
    (rf"{NARROW}(?![;!?])", "a narrow no-break space stands before nothing else"),
    (r"'", "the apostrophe is ’"),
    (r'["“”]', "quotation marks are « »"),
    (r"\.\.\.", "the ellipsis is …"),
)


def faults_of_spacing(text: str) -> Iterator[str]:
    """Each rule of French typography that a text breaks."""
    for pattern, rule in SPACING:
        if re.search(pattern, as_read(text)):
            yield rule


def test_every_text_of_the_code_has_a_french_one_and_no_other_has() -> None:
    of_the_code = {text.english for text in translations(extract_messages(ROOT))}
    assert {text.english for text in FRENCH} == of_the_code, "run: python hatch_build.py update"


def test_every_french_text_is_there_and_certain() -> None:
    assert [text for text in FRENCH if text.fuzzy or not all(form.strip() for form in text.french)] == []


def test_french_has_two_forms_where_english_has() -> None:
    assert [text for text in FRENCH if len(text.french) != len(text.english)] == []


def test_no_text_is_put_together_where_it_is_marked() -> None:
    # `_("back" if reading else "open")` would be shown in English: what is gathered are whole texts.
    composed = (ast.IfExp, ast.BinOp, ast.BoolOp, ast.JoinedStr)
    wrong = [
        module.place(node)
        for module in modules("tui")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and called_name(node) in MARKERS
        if any(isinstance(argument, composed) for argument in node.args)
    ]
    assert wrong == []


def test_placeholders_agree() -> None:
    wrong = []
    for text in FRENCH:
        # A singular may do without the number, and only without that.
        allowed = set[tuple[str, str, str]]().union(*map(fields, text.english))
        wrong += [pair for pair in text.pairs() if not fields(pair[0]) <= fields(pair[1]) <= allowed]
    assert wrong == []


def test_placeholders_have_names() -> None:
    assert [
        text.english for text in FRENCH if any(name == "" for form in text.english for name, *_ in fields(form))
    ] == []


def test_white_space_at_the_ends_agrees() -> None:
    def ends(text: str) -> tuple[str, str]:
        return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]

    assert [pair for text in FRENCH for pair in text.pairs() if ends(pair[0]) != ends(pair[1])] == []


def test_french_is_spaced_as_french_is() -> None:
    wrong = {form: list(faults_of_spacing(form)) for text in FRENCH for form in text.french}
    assert {form: faults for form, faults in wrong.items() if faults} == {}


@pytest.mark.parametrize(
    "text",
    [
        "Encore !",
        "Encore!",
        f"Encore{NO_BREAK}!",
        "Qui ?",
        "un ; deux",
        "Sorts : trois",
        "Sorts: trois",
        f"Sorts{NARROW}: trois",
        "« Gobelin »",
        "«Gobelin»",
        f"un{NARROW}gobelin",
        "50 %",
        "L'ogre",
        'le "borgne"',
        "Attendez...",
    ],
)
def test_french_spaced_otherwise_is_found(text: str) -> None:
    assert list(faults_of_spacing(text))


@pytest.mark.parametrize(
    "text",
    [
        f"Encore{NARROW}!",
        f"Quoi{NARROW}?!",
        f"Sorts{NO_BREAK}: {{n}}",
        f"«{NO_BREAK}{{name}}{NO_BREAK}»",
        f"Tapez `aethyr do CAMPAGNE \"note 'x'\"`{NARROW}!",
        "{path}:{line}, à 12:30",
        "Est-ce certain (?)",
        "L’ogre attend…",
    ],
)
def test_french_spaced_rightly_is_left_alone(text: str) -> None:
    assert list(faults_of_spacing(text)) == []


def is_put_together(text: ast.expr) -> bool:
    """Whether a text is made while the program runs, so that no catalogue can have it."""
    if isinstance(text, ast.Call):
        return called_name(text) in ("format", "join", "str")
    return isinstance(text, ast.JoinedStr | ast.BinOp)


def idle_marks(module: Module) -> Iterator[str]:
    """Each mark that does not work: of a text made up while the program runs, or looked up before a language is set."""
    frozen = {
        id(node)
        for scope in ast.walk(module.tree)
        if isinstance(scope, ast.Module | ast.ClassDef)
        for statement in scope.body
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for node in ast.walk(statement)
    }
    delayed = {id(node) for scope in ast.walk(module.tree) if isinstance(scope, ast.Lambda) for node in ast.walk(scope)}
    for node in ast.walk(module.tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and called_name(node) in MARKERS):
            continue
        marker = called_name(node)
        texts = node.args[: 1 if marker in ("_", "N_") else 2]
        if any(is_put_together(text) for text in texts):
            yield f"{module.place(node)}: {marker}() of a text that is put together"
        if marker != "_" and not all(isinstance(text, ast.Constant) for text in texts):
            yield f"{module.place(node)}: {marker}() of something else than a text as it stands"
        if marker != "N_" and id(node) in frozen - delayed:
            yield f"{module.place(node)}: {marker}() while the module loads; there it is N_(), and _() when it is shown"


def test_every_mark_works() -> None:
    # tui.i18n defines the marks.
    assert [mark for module in modules("tui") if module.name != "tui.i18n" for mark in idle_marks(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return _(f'{x} falls')",
        "def f(x):\n    return _('{x} falls'.format(x=x))",
        "def f(x):\n    return _('a' + x)",
        "def f(x):\n    return N_(x)",
        "def f(x):\n    return n_(x, x, 3)",
        "TITLE = _('Title')",
        "class A:\n    title = _('Title')",
    ],
)
def test_a_mark_that_does_not_work_is_found(text: str) -> None:
    assert len(list(idle_marks(module_of(text)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "TITLE = N_('Title')\ndef f():\n    return _(TITLE)",
        "def f(n):\n    return n_('{n} foe', '{n} foes', n).format(n=n)",
        "TEXTS = {'a': lambda: _('A')}",
        "class A:\n    def f(self):\n        return _('A')",
        "def f(key):\n    return _(name_of(key))",
    ],
)
def test_a_mark_that_works_is_left_alone(text: str) -> None:
    assert list(idle_marks(module_of(text))) == []


def test_a_text_is_found_wherever_it_is_marked() -> None:
    text = "N_('one')\ndef f():\n    return f\"{_('two')} {n_('three', 'threes', 3)}\" + _(x) + _('')\n"
    assert [message for _line, message in marked_texts(module_of(text).tree)] == ["one", "two", ("three", "threes"), ""]
