"""Text of people is never markup: what Textual would parse is a literal of ours, `Content`, `Text`, or `markup=False`.

A creature called `[/` ends the program where its name is parsed, and one called `[@click=app.quit]` is a link. The
check reads the code of `tui` and follows a name to the places where it gets its value, in the same function.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from tests.architecture.source import Module, called_name, module_of, modules

STYLED = {"Content", "Text"}
"""The types whose text is taken as it is."""
LOOKED_UP = {"_", "n_", "N_"}
"""What gives a text of ours, in one language or the other."""
SINKS: dict[str, tuple[int, str]] = {
    "Static": (0, "content"),
    "Label": (0, "content"),
    "Button": (0, "label"),
    "Checkbox": (0, "label"),
    "RadioButton": (0, "label"),
    "Option": (0, "prompt"),
    "TabPane": (0, "title"),
    "DiscoveryHit": (0, "display"),
    "Hit": (1, "match_display"),
    "notify": (0, "message"),
    "add_option": (0, "item"),
    "from_markup": (0, "markup"),
}
"""Calls that parse one of their arguments: its position, and its name when it is given by name."""
MIXED_SINKS = {"update", "add_row", "add_rows", "add_column", "add_columns"}
"""Calls that parse what they get on a widget, and are also methods of dictionaries: only what is surely text counts."""
TITLES = {"border_title", "border_subtitle", "tooltip"}


def annotated(annotation: ast.expr | None) -> bool:
    """Whether an annotation promises styled text."""
    return annotation is not None and ast.unparse(annotation).strip("\"'") in STYLED


def styled_functions(everything: list[Module]) -> set[str]:
    """The names of our own functions and properties that give styled text."""
    return {
        node.name
        for module in everything
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and annotated(node.returns)
    }


@dataclass
class Scope:
    """One function, or a module outside of its functions, and what its names stand for."""

    node: ast.AST
    styled: set[str]
    """The names of functions that give styled text."""
    following: set[str] = field(default_factory=set)
    """The names being looked up, so that `a = b; b = a` ends."""

    def values_of(self, name: str) -> Iterator[ast.expr | None]:
        """Everything that a name gets here; None for what cannot be told."""
        for node in ast.walk(self.node):
            match node:
                case ast.Assign(targets=targets, value=value) if any(ast.unparse(t) == name for t in targets):
                    yield value
                case ast.AnnAssign(target=ast.Name(id=given), value=value) if given == name and value:
                    yield value
                case ast.AugAssign(target=ast.Name(id=given)) if given == name:
                    yield None
                case _:
                    pass

    def all_values(self, name: str, test: Callable[[ast.expr | None], bool]) -> bool:
        """Whether a name gets values here and all of them pass."""
        if name in self.following:
            return True
        self.following.add(name)
        values = [test(value) for value in self.values_of(name)]
        self.following.discard(name)
        return bool(values) and all(values)

    def promises(self, name: str) -> bool:
        """Whether an annotation here says that a name is styled text."""
        for node in ast.walk(self.node):
            match node:
                case ast.arg(arg=given, annotation=annotation) if given == name and annotated(annotation):
                    return True
                case ast.AnnAssign(target=target, annotation=annotation):
                    if ast.unparse(target) == name and annotated(annotation):
                        return True
                case _:
                    pass
        return False

    def is_safe(self, value: ast.expr | None) -> bool:
        """Whether a value is a literal of ours or styled text."""
        match value:
            case ast.Constant():
                return True
            case ast.Call(func=ast.Name(id=name)) if name in LOOKED_UP | STYLED | self.styled:
                return True
            case ast.Call(func=ast.Attribute(value=owner, attr=name)):
                return name in self.styled or ast.unparse(owner) in STYLED or self.is_styled(owner)
            case ast.IfExp(body=one, orelse=other):
                return self.is_safe(one) and self.is_safe(other)
            case ast.BoolOp(values=values):
                return all(map(self.is_safe, values))
            case ast.Name(id=name):
                return self.promises(name) or self.all_values(name, self.is_safe)
            case ast.Attribute(attr=name):
                return name in self.styled or self.promises(ast.unparse(value))
            case _:
                return False

    def is_styled(self, value: ast.expr) -> bool:
        """Whether a value is styled text and no string: what its methods give is styled as well."""
        return not self.is_looked_up(value) and self.is_safe(value)

    def is_given(self, name: str) -> bool:
        """Whether a name gets a value here at all."""
        return any(True for _ in self.values_of(name))

    def is_looked_up(self, value: ast.expr | None) -> bool:
        """Whether a value is a string of ours."""
        match value:
            case ast.Constant():
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name in LOOKED_UP
            case ast.Name(id=name):
                return self.is_given(name) and not self.all_values(name, lambda given: not self.is_looked_up(given))
            case _:
                return False

    def is_put_together(self, value: ast.expr | None) -> bool:
        """Whether a value is surely a string, and one that holds more than a literal of ours."""
        match value:
            case ast.JoinedStr():
                return True
            case ast.BinOp(op=ast.Add() | ast.Mod(), left=left, right=right):
                return any(isinstance(side, ast.Constant | ast.JoinedStr) for side in (left, right))
            case ast.Call(func=ast.Attribute(attr="format")) | ast.Call(func=ast.Name(id="str")):
                return True
            case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant())):
                return True
            case ast.Name(id=name):
                return not self.all_values(name, lambda given: not self.is_put_together(given)) and self.is_given(name)
            case _:
                return False


def parsed_argument(call: ast.Call) -> ast.expr | None:
    """The argument of a call that Textual parses as markup, if any."""
    position, keyword = SINKS[called_name(call)]
    named = next((given.value for given in call.keywords if given.arg == keyword), None)
    return call.args[position] if len(call.args) > position else named


def is_literal(call: ast.Call) -> bool:
    """Whether a call says that its text is no markup."""
    return any(
        given.arg == "markup" and isinstance(given.value, ast.Constant) and given.value.value is False
        for given in call.keywords
    )


def unsafe_in(scope: Scope) -> Iterator[ast.AST]:
    """Each place of one function where text that may be anybody's is parsed as markup."""
    for node in ast.walk(scope.node):
        match node:
            case ast.Call() if called_name(node) in SINKS:
                argument = parsed_argument(node)
                if argument is not None and not is_literal(node) and not scope.is_safe(argument):
                    yield node
            case ast.Call() if called_name(node) in MIXED_SINKS:
                if not is_literal(node) and any(map(scope.is_put_together, node.args)):
                    yield node
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=value) if name in TITLES:
                if not scope.is_safe(value):
                    yield node
            case ast.FunctionDef(name="render", returns=ast.Name(id="str")):
                yield node
            case _:
                pass


def scopes(tree: ast.Module, styled: set[str]) -> Iterator[Scope]:
    """Every outermost function or method, which the functions inside belong to, and the rest statement by statement."""
    pending: list[ast.stmt] = list(tree.body)
    while pending:
        statement = pending.pop(0)
        if isinstance(statement, ast.ClassDef):
            pending[:0] = statement.body
        else:
            yield Scope(statement, styled)


def unsafe_places(module: Module, styled: set[str]) -> list[str]:
    """Where a module that draws with Textual hands it text to parse, as `tui/app.py:12: notify(…)`."""
    draws = any(
        isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("textual", "rich")
        for node in ast.walk(module.tree)
    )
    if not draws:
        return []
    return [
        f"{module.place(node)}: {ast.unparse(node).splitlines()[0]}"
        for scope in scopes(module.tree, styled)
        for node in unsafe_in(scope)
    ]


def test_no_text_of_people_is_parsed_as_markup() -> None:
    everything = list(modules("tui"))
    styled = styled_functions(everything)
    assert [place for module in everything for place in unsafe_places(module, styled)] == []


def places_in(body: str) -> list[str]:
    module = module_of("from textual.content import Content\n" + body)
    return unsafe_places(module, styled_functions([module]))


@pytest.mark.parametrize(
    "line",
    [
        "Static(f'{name} falls')",
        "Static(name)",
        "Label('{} falls'.format(name))",
        "Label(content=name)",
        "Button(name)",
        "Option(name)",
        "self.notify(name)",
        "self.notify(_('{name} falls').format(name=name))",
        "self.notify(f'{name}', markup=True)",
        "self.border_title = name",
        "self.border_subtitle = f'{name}'",
        "self.label.update(f'{name}')",
        "self.label.update(_('{name}').format(name=name))",
        "self.label.update(', '.join(names))",
        "text = f'{name}'; self.label.update(text)",
        "text = 'a'; text += name; Static(text)",
        "Content.from_markup(f'[b]{name}[/b]')",
        "Hit(1, name)",
        "text = _('x {n}'); Static(text.format(n=name))",
    ],
)
def test_text_that_would_be_parsed_is_found(line: str) -> None:
    assert len(places_in(f"def f(self, name: str):\n    {line}")) == 1


@pytest.mark.parametrize(
    "line",
    [
        "Static('[b]ours[/b]')",
        "Static()",
        "Static(_('ours'))",
        "Static(f'{name}', markup=False)",
        "Static(Content(name))",
        "Static(Text.assemble(name))",
        "Static(content)",
        "Static(Content(name).stylize('bold'))",
        "text = Content(name); Label(text)",
        "Static(Content.from_markup('[b]$name[/b]', name=name))",
        "Static(Content.from_markup(_('[b]$name[/b]'), name=name))",
        "Static(_('one') if name else Content(name))",
        "self.notify(name, markup=False)",
        "self.label.update(Content(name))",
        "self.table.update(other)",
        "self.border_title = Content(name)",
        "self.border_title = None",
        "Static(heading(name))",
        "a = b; b = a; a = 'ours'; Static(a)",
    ],
)
def test_text_taken_as_it_is_is_left_alone(line: str) -> None:
    heading = "def heading(name: str) -> Content:\n    return Content(name)\n"
    assert places_in(f"{heading}def f(self, name: str, content: Content):\n    {line}") == []


def test_a_widget_that_renders_a_string_is_found() -> None:
    assert len(places_in("class A:\n    def render(self) -> str:\n        return self.name")) == 1
