"""The part of JSON Schema that the dialects need: what a declaration can say, and whether a repair fits."""

from collections.abc import Iterable, Mapping
from typing import Any

from gemma_app.dialects.values import same_value

_MAX_REFERENCES = 16
_CHECKS: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "boolean": bool,
    "null": type(None),
    "object": dict,
    "array": list,
    "integer": int,
    "number": (int, float),
}


def types_of(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the types that ``schema`` or its alternatives allow, empty where it names none."""
    kind = schema.get("type")
    own = (kind,) if isinstance(kind, str) else tuple(kind or ())
    alternatives = (*(schema.get("anyOf") or ()), *(schema.get("oneOf") or ()))
    return (*(str(each).lower() for each in own), *(each for other in alternatives for each in types_of(other)))


def required_of(schema: Mapping[str, Any], optional: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names that must be given, without those of ``optional``."""
    left_out = set(optional)
    return tuple(name for name in schema.get("required") or () if name not in left_out)


def properties_of(schema: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Return the declared members of an object."""
    properties = schema.get("properties")
    return properties if isinstance(properties, Mapping) else {}


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether ``value`` is what ``schema`` describes, as far as types, choices, members and bounds go.

    Args:
        value: A JSON value.
        schema: Its schema.
    """
    types = types_of(schema)
    if types and not any(_is_of(value, kind) for kind in types):
        return False
    if "enum" in schema and not any(same_value(value, choice) for choice in schema["enum"]):
        return False
    if "const" in schema and not same_value(value, schema["const"]):
        return False
    for alternatives in (schema.get("anyOf"), schema.get("oneOf")):
        if alternatives and not any(fits(value, alternative) for alternative in alternatives):
            return False
    match value:
        case dict():
            return _members_fit(value, schema)
        case list():
            items = schema.get("items")
            return _size_fits(len(value), schema, "Items") and (
                not isinstance(items, Mapping) or all(fits(item, items) for item in value)
            )
        case str():
            return _size_fits(len(value), schema, "Length")
        case bool() | None:
            return True
    return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))


def flat(schema: Mapping[str, Any], definitions: Mapping[str, Any] | None = None, *, depth: int = 0) -> dict[str, Any]:
    """Return what a declaration can say: one type, description, enum of strings, members and items.

    References are resolved, the first alternative that is not null stands for all, a constant becomes a choice.
    """
    definitions = {**(definitions or {}), **schema.get("$defs", {}), **schema.get("definitions", {})}
    schema = _resolved(schema, definitions)
    types = types_of(schema)
    kinds = [kind for kind in types if kind != "null"]
    kind = kinds[0] if kinds else _implied_type(schema)
    kept: dict[str, Any] = {"type": kind}
    if description := schema.get("description"):
        kept["description"] = str(description)
    choices = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
    if kind == "string" and choices:
        kept["enum"] = [choice for choice in choices if isinstance(choice, str)]
    if schema.get("nullable") or "null" in types:
        kept["nullable"] = True
    if depth >= _MAX_REFERENCES:
        return kept
    if kind == "object":
        members = properties_of(schema).items()
        kept["properties"] = {name: flat(member, definitions, depth=depth + 1) for name, member in members}
        if required := [name for name in schema.get("required") or () if name in kept["properties"]]:
            kept["required"] = required
    if kind == "array" and isinstance(items := schema.get("items"), Mapping) and items:
        kept["items"] = flat(items, definitions, depth=depth + 1)
    return kept


def _is_of(value: Any, kind: str) -> bool:
    expected = _CHECKS.get(kind)
    if expected is None:
        return True
    return isinstance(value, expected) and (kind == "boolean" or not isinstance(value, bool))


def _members_fit(value: Mapping[str, Any], schema: Mapping[str, Any]) -> bool:
    properties, required = properties_of(schema), required_of(schema)
    if any(name not in value for name in required):
        return False
    if schema.get("additionalProperties") is False and any(name not in properties for name in value):
        return False
    given = {name: item for name, item in value.items() if item is not None or name in required}
    return all(fits(item, properties[name]) for name, item in given.items() if name in properties)


def _size_fits(size: int, schema: Mapping[str, Any], what: str) -> bool:
    return bool(schema.get(f"min{what}", 0) <= size <= schema.get(f"max{what}", size))


def _resolved(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    nullable = False
    for _ in range(_MAX_REFERENCES):
        alternatives = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
        if "$ref" in schema:
            chosen = definitions.get(str(schema["$ref"]).rsplit("/", 1)[-1], {})
        elif alternatives:
            solid = [each for each in alternatives if types_of(each) != ("null",)]
            nullable = nullable or len(solid) < len(alternatives)
            chosen = solid[0] if solid else {}
        else:
            break
        own = {key: value for key, value in schema.items() if key not in {"$ref", "anyOf", "oneOf", "allOf"}}
        schema = {**chosen, **own}
    return {**schema, "nullable": True} if nullable else schema


def _implied_type(schema: Mapping[str, Any]) -> str:
    if "properties" in schema:
        return "object"
    return "array" if "items" in schema else "string"
