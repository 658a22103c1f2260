#!/usr/bin/env python3
"""A client of Toteboard that needs nothing but Python 3.9 or later. Copy it into your project.

    TOTEBOARD_KEY=tb_live_... python3 toteboard.py                      a short tour
    python3 toteboard.py types http://127.0.0.1:8080 > toteboard_types.py   types for mypy and editors

    client = Toteboard("http://127.0.0.1:8080", key)
    for market in client.pages("/api/v1/markets", platform="kalshi", category="economics"):
        print(market["title"], market["yes_price"])
"""

import json
import keyword
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Iterator, Optional

# A limit of the minute is waited for. One of the day or month is an error.
MAX_WAIT_SECONDS = 60


class ToteboardError(Exception):
    """What the service refused: `code` is for programs, the text says what to do next."""

    def __init__(self, status: int, body: bytes) -> None:
        try:
            answer = json.loads(body)
            said = answer.get("detail", answer)
        except ValueError:
            said = {}
        super().__init__(said.get("message", "no reason given"))
        self.status = status
        self.code = said.get("error", "unknown")


class Toteboard:
    """Every method raises ToteboardError where the service refuses."""

    def __init__(self, url: str, key: str = "", timeout: float = 30) -> None:
        self.url = url.rstrip("/")
        self.key = key
        self.timeout = timeout

    def get(self, path: str, **query: Any) -> Any:
        """The whole answer to a GET: `data`, `meta` and `timestamp`."""
        with self._open(path, query, "application/json") as response:
            return json.load(response)

    def pages(self, path: str, **query: Any) -> Iterator[Dict[str, Any]]:
        """All rows of a list, page by page."""
        cursor: Optional[str] = None
        while True:
            answer = self.get(path, **{"page_size": 200, **query, **({"cursor": cursor} if cursor else {})})
            yield from answer["data"]
            cursor = answer["meta"].get("next_cursor")
            if cursor is None:
                return

    def market(self, platform: str, market_id: str) -> Dict[str, Any]:
        return self.get(f"/api/v1/markets/{platform}/{quote(market_id)}/detail")["data"]

    def history(self, platform: str, market_id: str, hours: int = 24, interval: str = "1h") -> Dict[str, Any]:
        path = f"/api/v1/markets/{platform}/{quote(market_id)}/history"
        return self.get(path, hours=hours, interval=interval)["data"]

    def changes(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Changes as they happen. To go on after a break, pass the last `seq` as `since`."""
        with self._open("/api/v1/stream", query, "application/x-ndjson") as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)

    def _open(self, path: str, query: Dict[str, Any], accept: str) -> Any:
        asked = {name: value for name, value in query.items() if value is not None}
        url = f"{self.url}{path}?{urllib.parse.urlencode(asked)}" if asked else f"{self.url}{path}"
        request = urllib.request.Request(url, headers={"X-API-Key": self.key, "Accept": accept})
        while True:
            try:
                return urllib.request.urlopen(request, timeout=self.timeout)
            except urllib.error.HTTPError as error:
                seconds = int(error.headers.get("Retry-After") or MAX_WAIT_SECONDS + 1)
                if error.code != 429 or seconds > MAX_WAIT_SECONDS:
                    raise ToteboardError(error.code, error.read()) from None
                time.sleep(seconds)


def quote(part: str) -> str:
    return urllib.parse.quote(part, safe="")


def to_types(document: Dict[str, Any]) -> str:
    """The schemas of an OpenAPI document as Python types."""
    lines = ["# Made by toteboard.py from the API's own description.", "from __future__ import annotations", ""]
    lines += ["from typing import Any, Dict, List, Literal, TypedDict, Union", ""]
    schemas = document["components"]["schemas"]
    aliases = []
    for name, listed in schemas.items():
        schema = joined(listed, schemas)
        if "properties" not in schema:
            aliases += [f'{name} = {to_type(schema).replace(chr(34), "")}', ""]
            continue
        required = set(schema.get("required", []))
        members = schema["properties"].items()
        always = {key: to_type(value) for key, value in members if key in required}
        sometimes = {key: to_type(value) for key, value in members if key not in required}
        base = "TypedDict"
        if sometimes:
            lines += to_class(f"_{name}Always", base, always)
            base = f"_{name}Always, total=False"
        lines += to_class(name, base, sometimes if sometimes else always)
    # After the classes that they name.
    return "\n".join(lines + aliases)


def joined(schema: Dict[str, Any], schemas: Dict[str, Any]) -> Dict[str, Any]:
    """A schema that extends others, with the members of all of them."""
    if "$ref" in schema:
        return joined(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    if "allOf" not in schema:
        return schema
    parts = [joined(part, schemas) for part in schema["allOf"]]
    properties = {key: value for part in parts for key, value in part["properties"].items()}
    return {"properties": properties, "required": [key for part in parts for key in part.get("required", [])]}


def to_class(name: str, base: str, members: Dict[str, str]) -> list:
    # A class cannot have members with the names of keywords; such a member is left out.
    rows = [f"    {key}: {kind}" for key, kind in members.items() if key.isidentifier() and not keyword.iskeyword(key)]
    return [f"class {name}({base}):", *(rows or ["    pass"]), "", ""]


def to_type(schema: Dict[str, Any]) -> str:
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return f"Union[{', '.join(to_type(one) for one in schema[several])}]"
    if "enum" in schema:
        return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    kinds = schema.get("type", "any")
    if isinstance(kinds, list):
        return f"Union[{', '.join(to_type({**schema, 'type': kind}) for kind in kinds)}]"
    if kinds == "array":
        return f"List[{to_type(schema.get('items', {}))}]"
    simple = {"string": "str", "number": "float", "integer": "int", "boolean": "bool", "null": "None"}
    return simple.get(kinds, "Dict[str, Any]" if kinds == "object" else "Any")


def tour(client: Toteboard, since: Optional[str]) -> None:
    markets = list(client.pages("/api/v1/markets", platform="predictit", sort="price"))
    first = markets[0]
    print(f"{len(markets)} markets, first: {first['title']} {first['yes_price']}")
    candles = client.history(first["platform"], first["id"], hours=48)["candles"]
    description = client.market(first["platform"], first["id"])["description"]
    print(f"{len(candles)} hours of history, {'no' if description is None else 'with a'} description")
    try:
        client.market("kalshi", "NOWHERE")
    except ToteboardError as error:
        print(f"{error.status} {error.code}: {error}")
    if since is not None:
        for change in client.changes(since=since, types="listed"):
            if change["type"] == "listed":
                print(f"listed {change['platform']}:{change['id']}")
                break


if __name__ == "__main__":
    if sys.argv[1:2] == ["types"]:
        print(to_types(Toteboard(sys.argv[2]).get("/openapi.json")))
    else:
        address = os.environ.get("TOTEBOARD_URL", "http://127.0.0.1:8080")
        tour(Toteboard(address, os.environ.get("TOTEBOARD_KEY", "")), sys.argv[1] if len(sys.argv) > 1 else None)
