"""The options of a game as parameters of OpenSpiel, and back.

A parameter of OpenSpiel has one type, and is read and written as a part of a text such as
``game(seats=3,faces=day)``. So

* an option whose values all are numbers of one kind, or all are True and False, is a parameter of
  that type;
* one that can be None beside whole numbers is a number, and None is -1;
* one that can be None beside true and false is ``yes``, ``no`` or "", as OpenSpiel takes True for
  another type;
* every other is a text: words as they are, "" for None, ``;`` between the entries of a list, and
  JSON for all else. What would end the text of a parameter stands there as in an address of the
  web, ``%2C`` for a comma; so does the beginning of what OpenSpiel would take for another type.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote, unquote

from pixies_env.core.options import Option

Parameter = bool | int | float | str

NO_NUMBER = -1
"""None, for an option that is a whole number otherwise."""
_BETWEEN = ";"
_ANSWERS = {"yes": True, "no": False, "": None}
"""Texts for an option that is true, false or None."""
_NO_TEXT = re.compile(r"[-+.0-9]+|[Tt]rue|[Ff]alse")


def as_parameter(option: Option, value: Any) -> Parameter:
    """The parameter that stands for a value of an option."""
    if _is_number(option):
        number: Parameter = NO_NUMBER if value is None else value
        return number
    if _is_answer(option):
        return next(text for text, meant in _ANSWERS.items() if meant is value)
    if isinstance(value, list | tuple) and len(value) > 1:
        return _BETWEEN.join(_written(entry) for entry in value)
    text = _written(value)
    return f"%{ord(text[0]):02X}{text[1:]}" if _NO_TEXT.fullmatch(text) else text


def from_parameter(option: Option, parameter: Parameter) -> Any:
    """The value of an option for which a parameter stands; the game checks it."""
    if not isinstance(parameter, str):
        return None if parameter == NO_NUMBER and None in option.values else parameter
    if _is_answer(option) and parameter in _ANSWERS:
        return _ANSWERS[parameter]
    if _BETWEEN in parameter:
        return [_read(part) for part in parameter.split(_BETWEEN)]
    return _read(parameter)


def _is_answer(option: Option) -> bool:
    return not option.others and {type(value) for value in option.values} == {bool, type(None)}


def _is_number(option: Option) -> bool:
    kinds = {type(value) for value in option.values}
    alone = ({bool}, {int}, {float}, {int, type(None)})
    return not option.others and kinds in alone


def _written(value: Any) -> str:
    if value is None:
        return ""
    plain = isinstance(value, str) and _read(value) == value
    return quote(value if plain else json.dumps(value, separators=(",", ":")))


def _read(text: str) -> Any:
    if not text:
        return None
    text = unquote(text)
    try:
        return json.loads(text)
    except ValueError:
        return text
