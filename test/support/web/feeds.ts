import assert from "node:assert/strict";
import { SaxesParser } from "saxes";

/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

type OpenElement = { name: string; attributes: Record<string, string>; children: OpenElement[]; text: string };

/** Parses a document; throws where it is not well-formed XML 1.0 with namespaces. */
export function parseXml(text: string): XmlElement {
  const root: OpenElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => assert.fail(error.message));
  parser.on("opentag", ({ name, attributes }) => {
    const own = Object.values(attributes).map(({ name: key, value }) => [key, value] as const);
    const element: OpenElement = { name, attributes: Object.fromEntries(own), children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (part) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += part;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return root.children[0] ?? assert.fail("no element");
}

export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The only child of this name. */
export function childOf(element: XmlElement, name: string): XmlElement {
  const [child, ...others] = childrenOf(element, name);
  assert.equal(others.length, 0, `${element.name} has several ${name}`);
  return child ?? assert.fail(`${element.name} has no ${name}`);
}

// RFC 3339 with a zone, as RFC 4287 section 3.3 wants it.
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The children an element may have (RFC 4287 sections 4.1.1, 4.1.2 and 3.2), with how many: [min, max]. */
const MODEL: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>> = {
  feed: {
    ...{ id: [1, 1], title: [1, 1], updated: [1, 1], subtitle: [0, 1], generator: [0, 1] },
    ...{ author: [0, 99], link: [1, 99], category: [0, 99], entry: [0, 50] },
  },
  entry: {
    ...{ id: [1, 1], title: [1, 1], updated: [1, 1], published: [0, 1], summary: [0, 1] },
    ...{ author: [1, 99], link: [1, 99], category: [0, 99] },
  },
  author: { name: [1, 1], uri: [0, 1], email: [0, 1] },
};

function assertModel(element: XmlElement): void {
  const model = MODEL[element.name] ?? {};
  for (const { name } of element.children) assert.ok(name in model, `${name} in ${element.name}`);
  for (const [name, [min, max]] of Object.entries(model)) {
    const count = childrenOf(element, name).length;
    assert.ok(count >= min && count <= max, `${count} ${name} in ${element.name}`);
  }
  for (const child of element.children) assertModel(child);
}

const linksOf = (element: XmlElement, rel: string): readonly XmlElement[] =>
  childrenOf(element, "link").filter(({ attributes }) => attributes.rel === rel);

function assertCommon(element: XmlElement): void {
  for (const name of ["updated", "published"]) {
    for (const { text } of childrenOf(element, name)) assert.match(text, DATE);
  }
  for (const { text } of ["id", "title"].map((name) => childOf(element, name))) assert.notEqual(text.trim(), "");
  // RFC 4151 section 2.1.
  assert.match(childOf(element, "id").text, /^tag:toteboard,2026:[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+$/);
  assert.equal(linksOf(element, "alternate").length, 1);
  const links = childrenOf(element, "link").map(({ attributes }) => `${attributes.rel} ${attributes.href}`);
  assert.equal(new Set(links).size, links.length, "a link twice");
  for (const { attributes } of childrenOf(element, "link")) {
    assert.match(String(attributes.href), /^https?:\/\/[^\s<>"]+$/);
  }
}

/** Parses an Atom document and holds it against the rules of RFC 4287. */
export function parseAtom(text: string) {
  const feed = parseXml(text);
  assert.deepEqual([feed.name, feed.attributes.xmlns], ["feed", "http://www.w3.org/2005/Atom"]);
  assertModel(feed);
  assertCommon(feed);
  assert.equal(linksOf(feed, "self").length, 1);
  const entries = childrenOf(feed, "entry");
  for (const entry of entries) {
    assertCommon(entry);
    for (const category of childrenOf(entry, "category")) assert.ok(category.attributes.term);
  }
  const updated = entries.map((entry) => childOf(entry, "updated").text).toSorted();
  if (updated.length > 0) assert.equal(childOf(feed, "updated").text, updated.at(-1));
  assert.equal(new Set(entries.map((entry) => childOf(entry, "id").text)).size, entries.length, "an id twice");
  return {
    title: childOf(feed, "title").text,
    updated: childOf(feed, "updated").text,
    self: String(linksOf(feed, "self")[0]?.attributes.href),
    page: String(linksOf(feed, "alternate")[0]?.attributes.href),
    entries: entries.map((entry) => ({
      id: childOf(entry, "id").text,
      title: childOf(entry, "title").text,
      summary: childOf(entry, "summary").text,
      updated: childOf(entry, "updated").text,
      published: childrenOf(entry, "published")[0]?.text,
      page: String(linksOf(entry, "alternate")[0]?.attributes.href),
      authors: childrenOf(entry, "author").map((author) => childOf(author, "name").text),
      categories: childrenOf(entry, "category").map(({ attributes }) => attributes.term),
    })),
  };
}
