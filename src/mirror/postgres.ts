// The door to PostgreSQL: a connection, its schema and state, and rows on their way into tables.

import { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { toIso } from "../clock.ts";
import { listEmbedded, readEmbedded } from "../embedded.ts";
import { OperatorError } from "../errors.ts";
import { parseQueries } from "../store/database/queries.ts";
import type { CopiedTable, MirroredRows } from "../store/mirror-source.ts";

const CONNECT_MS = 10_000;
/** A statement, or the COPY of one step, that takes longer has lost its server. */
const STATEMENT_MS = 120_000;

/** The key that changes name, in each table. */
const KEYS: Readonly<Record<MirroredRows["table"], string>> = {
  changes: "seq",
  events: "event_key",
  questions: "question_key",
  matches: "question_key",
  markets: "market_key",
  resolutions: "market_key",
  prices: "market_key",
};

export type MirrorTarget = Awaited<ReturnType<typeof connect>>;

/** Connects. After any error, close it. No error shows the address, which may hold a password. */
export async function connect(url: string) {
  const socket = new Socket();
  const client = new pg.Client({
    ...{ connectionString: url, stream: () => socket, keepAlive: true, application_name: "toteboard mirror" },
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: STATEMENT_MS },
  });
  // What is under way fails with the same error.
  client.on("error", () => socket.destroy());
  await client.connect().catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  const statements = parseQueries(readEmbedded("sql/mirror/statements.sql"));
  return {
    /** Runs several statements as one transaction. */
    execute: async (text: string): Promise<void> => void (await client.query(text)),

    /** Runs a named statement of sql/mirror/statements.sql. */
    async ask(name: string, ...values: unknown[]) {
      const text = statements.get(name)?.text ?? "";
      const { rows, rowCount } = await client.query<Readonly<Record<string, unknown>>>(text, values);
      return { rows, rowCount: rowCount ?? 0 };
    },

    /** Deletes the rows of keys, and of all keys above `after` up to `last`. */
    async clear(table: MirroredRows["table"], keys: readonly number[], { after, last } = { after: 0, last: 0 }) {
      if (keys.length === 0 && after === last) return;
      const key = KEYS[table];
      const where = `${key} = ANY($1::bigint[]) OR (${key} > $2 AND ${key} <= $3)`;
      await client.query(`DELETE FROM toteboard.${table} WHERE ${where}`, [keys, after, last]);
    },

    async copy({ table, columns, rows }: MirroredRows): Promise<void> {
      if (rows.length === 0) return;
      const stream = client.query(copyFrom(`COPY toteboard.${table} (${columns.join(", ")}) FROM STDIN`));
      await pipeline(Readable.from([toCopyText(columns, rows)]), stream, { signal: AbortSignal.timeout(STATEMENT_MS) });
    },

    /** Ends it at once: the server undoes what is under way. */
    close: (): void => void socket.destroy(),
  };
}

/** Makes the schema or brings it to this version, each file in one transaction. Throws OperatorError when it is newer. */
export async function migrateMirror(target: MirrorTarget): Promise<void> {
  const files = listEmbedded("sql/mirror/migrations");
  const found = (await findState(target))?.version ?? 0;
  if (found > files.length) {
    throw new OperatorError(
      `the mirror has schema ${found} and this program knows ${files.length}: use a newer toteboard or another database`,
    );
  }
  for (const [index, path] of files.entries()) {
    const version = index + 1;
    if (version <= found) continue;
    await target.execute(`BEGIN;\n${readEmbedded(path)}`);
    if (version === 1 && (await target.ask("hasTimescale")).rows[0]?.exists === true)
      await target.ask("makeHypertable");
    await target.execute(`UPDATE toteboard.mirror_state SET schema_version = ${version};\nCOMMIT`);
  }
}

export type MirrorState = NonNullable<Awaited<ReturnType<typeof findState>>>;

/** The mirror's row of mirror_state, whose columns say what it holds; undefined where there is no mirror yet. */
export async function findState({ ask }: Pick<MirrorTarget, "ask">) {
  if ((await ask("exists")).rows[0]?.exists !== true) return undefined;
  const [row] = (await ask("state")).rows;
  if (row === undefined) return undefined;
  return {
    version: Number(row.schema_version),
    owner: String(row.owner),
    step: Number(row.step),
    seq: Number(row.seq),
    copying: row.copying as CopiedTable | null,
    copiedKey: Number(row.copied_key),
    copies: Number(row.copies),
    /** Epoch milliseconds; 0 before the first copy is whole. */
    currentAt: Math.round(Number(row.current_at ?? 0)),
  };
}

/** Later years have more digits, which PostgreSQL does not read. */
const MAX_TIME = Date.UTC(9999, 11, 31);

/** Epoch milliseconds as PostgreSQL reads them. */
export const toTime = (ms: number): string => (ms > MAX_TIME ? "infinity" : toIso(ms));

/** PostgreSQL refuses text with a zero byte. */
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "" };

/** Rows in the text format of COPY: https://www.postgresql.org/docs/15/sql-copy.html */
function toCopyText(columns: readonly string[], rows: MirroredRows["rows"]): string {
  const isTime = columns.map((name) => /(^|_)at$/.test(name));
  const toField = (value: MirroredRows["rows"][number][number], index: number): string => {
    if (typeof value === "string") return value.replace(/[\\\n\r\t\0]/g, (found) => ESCAPES[found] ?? "");
    if (isTime[index] === true && typeof value === "number") return toTime(value);
    return String(value ?? "\\N");
  };
  return rows.map((row) => `${row.map(toField).join("\t")}\n`).join("");
}
