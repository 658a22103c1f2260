import { readEmbedded } from "../../embedded.ts";

/** By noun, once read. */
const files = new Map<string, ReadonlyMap<string, string>>();

/** The statement called `name` ("-- name: listOpen") in sql/queries/<noun>.sql; throws when there is none. */
export function getQuery(noun: string, name: string): string {
  let file = files.get(noun);
  if (file === undefined) {
    file = parseQueries(readEmbedded(`sql/queries/${noun}.sql`));
    files.set(noun, file);
  }
  const text = file.get(name);
  if (text === undefined) throw new Error(`sql/queries/${noun}.sql has no statement '${name}'`);
  return text;
}

function parseQueries(text: string): ReadonlyMap<string, string> {
  const queries = new Map<string, string>();
  for (const part of text.split(/^-- name: */m).slice(1)) {
    const lineEnd = part.indexOf("\n");
    const name = part.slice(0, lineEnd).trim();
    const body = part.slice(lineEnd + 1).replace(/^\s*--.*\n/gm, "");
    queries.set(name, body.trim().replace(/;\s*$/, ""));
  }
  return queries;
}
