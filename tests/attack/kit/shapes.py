"""Values that a schema allows, and the same with one thing wrong."""

import json

from attack.kit.hostile_json import ODD, TEXTS

from taisai.rules.vocabulary import Trouble
from taisai.wire import schema

WHOLE = (0, 1, 2, 3, 4, 5, 6, 7, 100, 200, 500, 1_000, 5_000, -1, -100, 10**6, 10**15, -(10**15))
STRINGS = (
    "", "big", "small", "odd", "any-triple", "double-2", "triple-6", "single-1", "total-11", "nothing", "red", "1-2-3",
    "6-6-6", "123456789012345678", "dee.dealer", "dealer", "H", "because", "0" * 64,
    *(trouble.value for trouble in Trouble),
)  # fmt: skip
DEPTH_MOST = 6
ENDING = frozenset({"CloseTable", "StopTable", "AssignPost", "ReportTrouble", "ReportTerminal", "LockSeat"})
"""Commands after which nobody plays until somebody puts it right: staff do not give them by chance."""


class Shapes:
    """Of the definitions in a document that was made of our own types, `without` some."""

    def __init__(self, dice, defs=None, without=frozenset()):
        self._dice, self._without = dice, without
        self._defs = defs or schema.page()["$defs"]

    def fitting(self, schema, depth=0):
        """A value that fits, mostly of words that mean something at a table."""
        schema = self._found(schema)
        if "enum" in schema:
            return self._dice.choice(schema["enum"])
        makers = {
            "object": self._record, "array": self._list, "integer": self._number, "boolean": self._either,
            "string": self._word, "number": self._share, "null": self._nothing,
        }  # fmt: skip
        return makers[schema["type"]](schema, depth) if "type" in schema else None

    def _nothing(self, _, __):
        return None

    def _number(self, _, __):
        return self._dice.choice(WHOLE)

    def _share(self, _, __):
        return self._dice.choice((0.0, 0.5, -1.0, 1e300))

    def _either(self, _, __):
        return self._dice.random() < 0.5

    def _word(self, schema, _):
        words = STRINGS if self._dice.random() < 0.9 else TEXTS
        return self._dice.choice(words)[: schema.get("maxLength", 1 << 20)]

    def _found(self, schema):
        while "$ref" in schema or "anyOf" in schema:
            if "anyOf" in schema:
                schema = self._dice.choice([one for one in schema["anyOf"] if _name(one) not in self._without])
            else:
                schema = self._defs[_name(schema)]
        return schema

    def _record(self, schema, depth):
        needed, found = schema.get("required", ()), {}
        for name, part in schema.get("properties", {}).items():
            if name in needed or self._dice.random() < 0.3:
                found[name] = self.fitting(part, depth + 1)
        return found

    def _list(self, schema, depth):
        if "prefixItems" in schema:
            return [self.fitting(part, depth + 1) for part in schema["prefixItems"]]
        count = self._dice.choice((0, 1, 3, 3, 5)) if depth < DEPTH_MOST else 0
        return [self.fitting(schema.get("items", {}), depth + 1) for _ in range(count)]

    def spoiled(self, value):
        """The same with one thing of another type, missing, or too much."""
        copied = json.loads(json.dumps(value))
        holders = [holder for holder in _inside(copied) if holder]
        if not holders or self._dice.random() < 0.05:
            return self._dice.choice(ODD)
        holder = self._dice.choice(holders)
        key = self._dice.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        way = self._dice.random()
        if way < 0.7:
            holder[key] = self._dice.choice(ODD)
        elif way < 0.85:
            del holder[key]
        elif isinstance(holder, dict):
            holder[self._dice.choice(("extra", "__proto__", "is", "do", ""))] = self._dice.choice(ODD)
        else:
            holder.extend([self._dice.choice(ODD)] * 50)
        return copied


def _name(schema):
    return schema.get("$ref", "").rpartition("/")[2]


def _inside(value):
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _inside(inner)
