import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { constants, zstdDecompressSync } from "node:zlib";
import { openTestApi, type TestApi } from "../service/api.ts";
import { sessionOf } from "../service/session.ts";
import { fixedClock, temporaryFile } from "../store/writer.ts";
import { signInAsOperator } from "../web/operator.ts";
import { type Asker, nounOf, type Recorded, type RecordedAnswer, type RecordedRequest, toRecorded } from "./answers.ts";
import type { Subjects } from "./requests.ts";

/**
 * When `toteboard demo --now` made the database. Most of its history and of the near misses that imply nothing were then
 * deleted, and prices of six exclusive events changed so that they leave spreads.
 */
const MADE_AT = Date.parse("2026-11-22T23:56:00Z");
const DATABASE = new URL("../../recorded/database.zst", import.meta.url);

const ADMIN_TOKEN = "the token of who runs this service";

/** The service over the recorded database, brought to the schema of today. */
export async function openRecordedApi(): Promise<TestApi> {
  const file = temporaryFile();
  const params = { [constants.ZSTD_d_windowLogMax]: 27 };
  writeFileSync(file, zstdDecompressSync(readFileSync(DATABASE), { params }));
  const limits = { pagesPerMinute: 1_000_000, keysPerHour: 1000 };
  const config = { pagesTier: "enterprise", adminToken: ADMIN_TOKEN, ...limits } as const;
  return openTestApi({ file, clock: fixedClock(MADE_AT), hasPages: true, hasTestKey: false, config });
}

/** Asks all that is asked of a noun, one request after the other, then of the next; gives each with its answer. */
export async function play(api: TestApi, requests: readonly RecordedRequest[]): Promise<readonly Recorded[]> {
  const played: Recorded[] = [];
  for (const [, own] of [...Map.groupBy(requests, nounOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const session = await beginSession(api);
    for (const request of own) played.push({ request, answer: await session(request) });
  }
  return played;
}

/** Gives what answers requests by keys of their own, so that what they have used and made is no other noun's. */
async function beginSession(api: TestApi): Promise<(request: RecordedRequest) => Promise<RecordedAnswer>> {
  const secrets = new Map<Asker, string>();
  const cursors = new Map<string, string>();
  const values = new Map<string, string>();
  const hidden = new Map([[api.url, "{origin}"]]);
  for (const tier of ["free", "pro", "enterprise"] as const) {
    const { id, secret } = await api.make({ tier, limits: LIMITS });
    secrets.set(tier, secret);
    hidden.set(secret, `{${tier} secret}`).set(id, `{${tier} key}`);
  }
  const operator = await signInAsOperator(api, ADMIN_TOKEN);
  const headersOf = (as: Asker, path: string): Readonly<Record<string, string>> => {
    const secret = secrets.get(as);
    if (secret === undefined) return as === "operator" ? operator : {};
    return /^\/(?:api\/|mcp)/.test(path) ? { "X-API-Key": secret } : sessionOf(api.context, secret);
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole);
  return async (request) => {
    const { as, method, path, body, page, keep = {}, accept } = request;
    const listed = `${as} ${path}`;
    const cursor = page === undefined ? "" : `${path.includes("?") ? "&" : "?"}cursor=${cursors.get(listed)}`;
    const response = await fetch(`${api.url}${fill(path)}${cursor}`, {
      method,
      redirect: "manual",
      headers: {
        ...headersOf(as, path),
        ...(accept === undefined ? {} : { Accept: accept }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = /\/json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : undefined;
    cursors.set(listed, String(json?.meta?.next_cursor));
    for (const [name, where] of Object.entries(keep)) {
      const value = where.split(".").reduce((found, member) => found?.[member], json);
      assert.equal(typeof value, "string", `${method} ${path} gives ${where}: ${text.slice(0, 300)}`);
      values.set(name, value);
      hidden.set(value, `{${name}}`);
    }
    return toRecorded({ status: response.status, headers: response.headers, text }, hidden);
  };
}

const LIMITS = { perMinute: 1_000_000, perDay: null, perMonth: null };

/** What requests are about: found once, when the set is written. */
export async function findSubjects(api: TestApi): Promise<Subjects> {
  const { secret } = await api.make({ tier: "enterprise", limits: LIMITS });
  const list = async (path: string): Promise<readonly Row[]> => (await api.get(`/api/v1${path}`, secret)).json.data;
  const markets: Row[] = [];
  const events: Row[] = [];
  for (const platform of api.context.config.platforms) {
    markets.push(...(await list(`/markets?platform=${platform}&page_size=1`)));
    events.push(...(await list(`/events?platform=${platform}&sort=markets&page_size=1`)));
  }
  markets.push(...(await list("/markets/resolved?limit=1")), ...(await list("/markets?sort=change&page_size=1")));
  const questions = [
    ...(await list("/questions?sort=platforms&page_size=2")),
    ...(await list("/questions?page_size=2")),
  ];
  const named = ({ platform, id }: Row) => ({ platform, id });
  return { markets: markets.map(named), events: events.map(named), questions: questions.map(({ id }) => id) };
}

interface Row {
  readonly platform: string;
  readonly id: string;
}
