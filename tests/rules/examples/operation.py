"""What an adapter is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Values = Mapping[str, Any]
Operation = Callable[[Values, Values], dict[str, Any]]
"""From (given, action) to everything that could be expected."""
