import { listEmbedded, readEmbedded } from "../../embedded.ts";

/** A named statement, or a part that statements include as `{noun.name}`. */
interface QueryText {
  readonly text: string;
  readonly isPart: boolean;
  /** Types of columns that the schema does not tell: "-- types: markets: number", "-- types: number" of the only one. */
  readonly types: ReadonlyMap<string, string>;
  /** Whether it always gives one row: "-- rows: one". */
  readonly isOne: boolean;
}

/** By noun, once read. */
const files = new Map<string, ReadonlyMap<string, QueryText>>();

/** The text called `name` in sql/queries/<noun>.sql ("-- name: listOpen") with its parts; throws when there is none. */
export function getQuery(noun: string, name: string): string {
  const key = `${noun}.${name}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { text } = findQuery(noun, name);
  texts.set(key, text);
  return text;
}

/** Of statements with their parts, by noun and name. */
const texts = new Map<string, string>();

export interface NamedQuery extends QueryText {
  readonly noun: string;
  readonly name: string;
}

/** All statements; parts are none. */
export const listQueries = (): NamedQuery[] =>
  listEmbedded("sql/queries").flatMap((path) => {
    const noun = path.slice("sql/queries/".length, -".sql".length);
    return [...readQueries(noun).keys()]
      .map((name) => ({ noun, name, ...findQuery(noun, name) }))
      .filter(({ isPart }) => !isPart);
  });

/** With the texts and types of the parts it includes. */
function findQuery(noun: string, name: string): QueryText {
  const query = readQueries(noun).get(name);
  if (query === undefined) throw new Error(`sql/queries/${noun}.sql has no statement '${name}'`);
  const types = new Map<string, string>();
  const text = query.text.replace(/\{(\S+)\.(\S+)\}/g, (_, included: string, part: string) => {
    const found = findQuery(included, part);
    for (const [column, type] of found.types) types.set(column, type);
    return found.text;
  });
  for (const [column, type] of query.types) types.set(column, type);
  return { ...query, text, types };
}

function readQueries(noun: string): ReadonlyMap<string, QueryText> {
  let file = files.get(noun);
  if (file === undefined) {
    file = parseQueries(readEmbedded(`sql/queries/${noun}.sql`));
    files.set(noun, file);
  }
  return file;
}

/** Parses the named statements of a file. */
export function parseQueries(text: string): ReadonlyMap<string, QueryText> {
  return new Map(
    text.split(/^(?=-- (?:name|part): )/m).flatMap((block) => {
      const [, kind, name = ""] = /^-- (name|part): *(\S+)/.exec(block) ?? [];
      if (kind === undefined) return [];
      const body = block.replace(/^\s*--.*\n?/gm, "").trim();
      const isOne = /^-- rows: one$/m.test(block);
      return [[name, { text: body.replace(/;$/, ""), isPart: kind === "part", types: parseTypes(block), isOne }]];
    }),
  );
}

function parseTypes(block: string): ReadonlyMap<string, string> {
  const parts = [...block.matchAll(/^-- types: *(.*)$/gm)].flatMap(([, line = ""]) => line.split(", "));
  return new Map(
    parts.map((part): [string, string] => {
      const [, column = "", type = ""] = /^(?:(\w+): )?(.*)$/.exec(part) ?? [];
      return [column, type];
    }),
  );
}
