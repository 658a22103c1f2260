import { readEmbedded } from "../src/embedded.ts";
import { type Db, withDatabase } from "../src/store/database/db.ts";
import { listQueries, type NamedQuery } from "../src/store/database/queries.ts";
import { createLists } from "../src/store/lists/listed.ts";
import { createBlockingKeys } from "../src/store/matching/propositions.ts";
import { createFigures } from "../src/store/questions/figures.ts";
import { createTopics } from "../src/store/topics/figures.ts";

/** What `describeRows` writes; from the project root. */
export const ROWS_FILE = "sql/rows.ts";

/** Types of columns that hold fewer values than their declared type and have no CHECK that says so. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  "events.category": "Category",
  "event_totals.status": "MarketStatus",
  "markets.outcome": "Outcome | null",
  "market_quotes.price_source": "PriceSource | null",
  "market_quotes.has_price": "0 | 1",
  "keys.key_id": "string",
  "tier_changes.from_tier": "Tier",
  "tier_changes.to_tier": "Tier",
  "tier_changes.cause": "TierChangeCause",
};

/** Where these types of the domain are declared. */
const DOMAIN_TYPES: readonly (readonly [names: string, file: string])[] = [
  ["TierChangeCause", "accounts/billing.ts"],
  ["Tier", "accounts/plans.ts"],
  ["Category", "categories/names.ts"],
  ["MarketStatus, Outcome, PriceSource", "markets.ts"],
  ["ImpliedRelation", "matching/matches.ts"],
];

const HEAD = `// Written by "npm run rows" from sql/schema.sql and sql/queries: run it after a change there.
// Of each statement its parameters, and the names and types of its columns in order.

${DOMAIN_TYPES.map(([names, file]) => `import type { ${names} } from "../src/domain/${file}";\n`).join("")}
export type Value = string | number | null | Uint8Array;
`;

/** The types of all statements, as TypeScript. Throws for a column whose type neither the schema nor a comment tells. */
export const describeRows = (): string =>
  withDatabase(":memory:", "read-write", undefined, (db) => {
    db.exec(readEmbedded("sql/schema.sql"));
    createLists(db, []);
    createFigures(db);
    createTopics(db);
    createBlockingKeys(db);
    const types = readColumnTypes(db);
    const nouns = Map.groupBy(listQueries(), ({ noun }) => noun);
    const parts = [...nouns].map(
      ([noun, queries]) =>
        `  readonly "${noun}": {\n${queries.map((query) => describe(db, query, types)).join("")}  };\n`,
    );
    return `${HEAD}\nexport interface Queries {\n${parts.join("")}}\n`;
  });

/** By table and column. */
type ColumnTypes = ReadonlyMap<string, string>;

function readColumnTypes(db: Db): ColumnTypes {
  const columns = db
    .prepare<[], { table: string; sql: string; name: string; type: string; isRequired: 0 | 1 }>(
      `SELECT tables.name AS "table", sql, columns.name, columns.type, "notnull" OR pk > 0 AS isRequired
       FROM (SELECT * FROM sqlite_schema UNION ALL SELECT * FROM sqlite_temp_schema) AS tables, pragma_table_xinfo(tables.name) AS columns WHERE tables.type = 'table'`,
    )
    .all();
  return new Map(
    columns.map(({ table, sql, name, type, isRequired }): [string, string] => {
      const allowed = new RegExp(`\\b${name} IN \\(('[^)]*)\\)`).exec(sql)?.[1];
      const base =
        allowed?.replaceAll("'", '"').replaceAll(", ", " | ") ??
        (/^(is|has)_/.test(name) ? "0 | 1" : TYPE_OF[type]) ??
        "Value";
      return [`${table}.${name}`, COLUMN_TYPES[`${table}.${name}`] ?? (isRequired ? base : orNull(base))];
    }),
  );
}

const TYPE_OF: Readonly<Record<string, string>> = { INTEGER: "number", REAL: "number", TEXT: "string", BLOB: "Buffer" };

const orNull = (type: string): string => (/\bnull$/.test(type) ? type : `${type} | null`);

function describe(db: Db, { noun, name, text, types, isOne }: NamedQuery, known: ColumnTypes): string {
  const statement = db.prepare(text);
  const columns = statement.reader ? statement.columns() : [];
  const unknown = [...types.keys()].filter((named) => named !== "" && !columns.some((column) => column.name === named));
  if (unknown.length > 0) throw new Error(`sql/queries/${noun}.sql, ${name}: no column '${unknown.join()}'`);
  // Columns that are a SELECT of their own are null where it finds nothing.
  const selected = new Set([...text.matchAll(/\) AS (\w+)/g)].map(([, alias]) => alias));
  const typed = columns.map(({ name: column, table, column: source }) => {
    const stored = known.get(`${table}.${source}`);
    const mayLack = isJoinedIfAny(text, table) || selected.has(column);
    const type = types.get(columns.length === 1 && !types.has(column) ? "" : column);
    if (type === undefined && stored === undefined) {
      throw new Error(
        `sql/queries/${noun}.sql, ${name}: no type is known; name it in a comment, such as "-- types: ${column}: number"`,
      );
    }
    return `["${columns.length === 1 && stored === undefined ? "value" : column}", ${type ?? (mayLack ? orNull(stored ?? "") : stored)}]`;
  });
  return `    readonly ${name}: {
      readonly parameters: ${parametersOf(text)};
      readonly columns: [${typed.join(", ")}];
      readonly missing: ${isOne ? "never" : "undefined"};
    };
`;
}

/** Columns of such a table are null where it has no row. */
const isJoinedIfAny = (text: string, table: string | null): boolean =>
  table !== null && new RegExp(`LEFT JOIN ${table}\\b`).test(text);

function parametersOf(text: string): string {
  const names = [...new Set([...text.matchAll(/@(\w+)/g)].map(([, name]) => `"${name}"`))];
  if (names.length > 0) return `[Readonly<Record<${names.join(" | ")}, Value>>]`;
  return `[${[...text.matchAll(/\?/g)].map(() => "Value").join(", ")}]`;
}
