"""Scenes that are written as Python values."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from carom._arrays import unmasked


def _value(where: str, value: Any) -> str:
    if isinstance(value, np.ndarray):
        value = unmasked(where, value).tolist()
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return repr(number) if math.isfinite(number) else str(number)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(where, each) for each in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(where, key)} = {_value(where, each)}" for key, each in value.items()) + "}"
    raise TypeError(f"{where}: a scene has no values of type {type(value).__name__}")


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(where: str, key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"{where}: names are texts, not {key!r}")
    return key if key.replace("_", "").isalnum() and key.isascii() else _text(key)


def toml(tables: Mapping[str, Any]) -> str:
    """The text of a scene. Lists of mappings become arrays of tables."""
    plain, nested = [], []
    for name, value in tables.items():
        key = _key("scene", name)
        if isinstance(value, Mapping):
            nested.append(f"[{key}]\n" + _lines(key, value))
        elif isinstance(value, (list, tuple)) and value and all(isinstance(each, Mapping) for each in value):
            nested.extend(f"[[{key}]]\n" + _lines(key, each) for each in value)
        else:
            plain.append(f"{key} = {_value(key, value)}\n")
    return "".join(plain) + "".join(nested)


def _lines(where: str, table: Mapping[str, Any]) -> str:
    return "".join(f"{_key(where, key)} = {_value(f'{where}.{key}', value)}\n" for key, value in table.items())
