import assert from "node:assert/strict";
import { createRoutes } from "../../../src/api/index.ts";
import type { Config } from "../../../src/config.ts";
import type { Tier } from "../../../src/domain/accounts/plans.ts";
import { toOrderBook } from "../../../src/domain/books.ts";
import type { ErrorCode } from "../../../src/errors.ts";
import { nest, takesJson, toJson } from "../../../src/http/parameters.ts";
import { type Endpoint, isStorable, type Route } from "../../../src/http/route.ts";
import { exampleOf, string } from "../../../src/http/schema.ts";
import { rule, toContent } from "../alerts/alerts.ts";
import { book } from "../store/arbitrage.ts";
import { DAY_MS, event, market, page, resolvedMarket } from "../store/builders.ts";
import { group } from "../store/groups.ts";
import { openTestWriter, type Script, testConfig } from "../store/writer.ts";
import { openTestApi, type Reply, type TestApi } from "./api.ts";

const config = testConfig();

/** Every endpoint there is. */
export const endpoints: readonly Endpoint[] = createRoutes(config);

export const titleOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** What the test service is not set up for, or its keys have no use for; an endpoint whose answer that may be says so. */
const BEYOND_REACH: readonly ErrorCode[] = ["payments_not_configured", "already_subscribed"];

/** A key of this test, good for any number of requests. */
export interface TestKey {
  readonly id: string;
  readonly secret: string;
}

/** The real server over a database in which the examples of all path parameters exist. */
export interface World extends TestApi {
  key(tier: Tier): Promise<TestKey>;
  /** Sends an endpoint's example request, with other parameters or headers where given. */
  ask(endpoint: Asking, key: TestKey | undefined, more?: Asked): Promise<Reply>;
}

/** What is asked of an endpoint, or of a route that is none. */
type Asking = Route & Pick<Endpoint, "exampleQuery">;

export interface Asked {
  readonly body?: string;
  readonly method?: string;
  /** In place of the examples, by name; undefined leaves one out, a list repeats it. */
  readonly parameters?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes to the end of the query as it is. */
  readonly suffix?: string;
}

interface WorldOptions {
  /** Without them, the endpoints alone. */
  readonly routes?: readonly Route[];
  readonly config?: Partial<Config>;
}

/** The price of every market a day ago, which only histories have. */
export const FORMER_PRICE = 0.123457;

const BOOK = toOrderBook([[390_000, 100]], [[410_000, 100]]);

/** Questions with a spread: two pages of one. */
const SPREADS = ["wide", "wider"];

export async function openWorld({ routes, config: own }: WorldOptions = {}): Promise<World> {
  const ids = (name: string) => [...new Set(endpoints.flatMap((endpoint) => exampleIn(endpoint, name)))];
  const eventIds = ids("event_id");
  const listing = (platform: string, yesPrice: number) =>
    page(
      [
        ...[...ids("market_id"), "beside"].map((id) => market({ id, eventId: eventIds[0] ?? "e1", yesPrice })),
        ...SPREADS.map((id) => market({ id, ...book(platform === "kalshi" ? 400_000 : 450_000) })),
        resolvedMarket({ id: "ended" }),
      ],
      eventIds.map((id) => event({ id })),
    );
  const scripts = Object.fromEntries(
    config.platforms.map((platform): [string, Script] => [
      platform,
      { full: [listing(platform, FORMER_PRICE * 1e6)], books: (names) => new Map(names.map((name) => [name, BOOK])) },
    ]),
  );
  const filled = openTestWriter({ scripts });
  const now = filled.clock.now();
  filled.clock.fixAt(now - DAY_MS);
  await filled.writer.runOnce(new Set());
  filled.clock.fixAt(now);
  for (const [platform, script] of Object.entries(scripts)) script.full = [listing(platform, 400_000)];
  await filled.writer.runOnce(new Set());
  const [id = ""] = ids("market_id");
  await filled.writer.books.readNow([{ platform: "kalshi", id }]);
  group(filled, [
    { a: "kalshi", b: "polymarket", id },
    { a: "manifold", b: "predictit", id },
    ...SPREADS.map((each) => ({ a: "kalshi", b: "polymarket", id: each })),
  ]);
  filled.write(() =>
    filled.db
      .prepare(
        `UPDATE questions SET id = @questionId WHERE group_key =
          (SELECT group_key FROM match_groups JOIN markets USING (market_key) WHERE platform = 'kalshi' AND markets.id = @id)`,
      )
      .run({ questionId: ids("question_id")[0], id }),
  );
  const { file, clock } = filled;
  const gate = await openTestApi({
    hasTestKey: false,
    file,
    clock,
    ...(routes && { routes }),
    config: { keysPerHour: 1_000_000, pagesPerMinute: 1_000_000, ...own },
  });
  const hooks = new Map<string, { readonly webhook_id: string; readonly delivery_id: string }>();
  /** The webhook of a key, made when it is first asked for, and a message to it. */
  const hookOf = async (keyId: string) => {
    const target = { target: "webhook", name: "Mine", address: "https://example.org/hook" } as const;
    const known = hooks.get(keyId);
    if (known !== undefined) return known;
    const { webhook } = await gate.access.commands.createWebhook({ keyId, ...target });
    const { id } = await gate.access.commands.testWebhook({ keyId, id: webhook.id });
    const made = { webhook_id: webhook.id, delivery_id: id };
    hooks.set(keyId, made);
    return made;
  };
  /** A new alert of a key. */
  const makeAlert = async (keyId: string): Promise<string> => {
    const alert = rule({ type: "market.price_crossed", scope: { market: `kalshi:${id}` }, above: 0.6 });
    return (await gate.access.commands.createAlert({ keyId, content: toContent(alert) })).id;
  };
  return {
    ...gate,
    key: (tier) => {
      const limits = { perMinute: 1_000_000, perDay: null, perMonth: null };
      return gate.make({ tier, limits: tier === "enterprise" ? limits : undefined });
    },
    async ask(endpoint, key, { method = endpoint.method, parameters = {}, headers = {}, suffix = "", body } = {}) {
      const keyId = key?.id ?? parameters.key_id;
      const hooked = "webhook_id" in endpoint.parameters && keyId !== undefined ? await hookOf(String(keyId)) : {};
      const hasAlert = "alert_id" in endpoint.parameters && keyId !== undefined;
      const alert = hasAlert ? { alert_id: await makeAlert(String(keyId)) } : {};
      const path = pathOf(endpoint, { ...ownIds(key), ...hooked, ...alert, ...parameters }) + suffix;
      const own = key === undefined ? {} : { "X-API-Key": key.secret };
      const sent = body ?? bodyOf(endpoint, parameters);
      const type = sent === undefined || body !== undefined ? {} : { "Content-Type": "application/json" };
      return gate.send(path, { method, ...(sent && { body: sent }), headers: { ...own, ...type, ...headers } });
    },
  };
}

/** The ids a key can be asked about are those of its own. */
const ownIds = (key: TestKey | undefined) => (key === undefined ? {} : { key_id: key.id });

const exampleIn = ({ parameters }: Endpoint, name: string): string[] =>
  parameters[name] === undefined ? [] : [String(exampleOf(parameters[name].schema))];

/** The path and query of an endpoint's example request; it always has a query, be it an empty one. */
function pathOf(endpoint: Asking, given: NonNullable<Asked["parameters"]>): string {
  const { parameters, exampleQuery = {} } = endpoint;
  const textOf = (name: string) =>
    name in given ? given[name] : String(exampleOf(parameters[name]?.schema ?? string()));
  const path = endpoint.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(textOf(name))));
  const isGiven = (name: string) => name in given || name in exampleQuery || parameters[name]?.isRequired === true;
  const query = Object.keys(parameters).filter((name) => parameters[name]?.in === "query" && isGiven(name));
  const pairs = query.flatMap((name) => {
    const value = name in given ? given[name] : (exampleQuery[name] ?? textOf(name));
    return [value ?? []].flat().map((one) => `${name}=${encodeURIComponent(one)}`);
  });
  return `${path}?${pairs.join("&")}`;
}

/** The JSON body of an endpoint's example request; undefined where it takes none. */
function bodyOf(endpoint: Asking, given: NonNullable<Asked["parameters"]>): string | undefined {
  const { parameters } = endpoint;
  if (!takesJson(endpoint)) return undefined;
  const names = Object.keys(parameters).filter((name) => parameters[name]?.in === "body");
  const { exampleQuery = {} } = endpoint;
  const members = names.flatMap((name): [string, unknown][] => {
    const parameter = parameters[name];
    const isGiven = name in given || name in exampleQuery || parameter?.isRequired === true;
    if (parameter === undefined || !isGiven) return [];
    const value = name in given ? given[name] : (exampleQuery[name] ?? String(exampleOf(parameter.schema)));
    if (value === undefined) return [];
    return [
      [name, typeof value === "string" ? toJson(parameter, value) : value.flatMap((one) => toJson(parameter, one))],
    ];
  });
  return JSON.stringify(nest(members));
}

/** Fails unless a reply is an endpoint's success, or says what this service is not set up for. */
export function assertSuccess(endpoint: Endpoint, reply: Reply): void {
  if (isBeyondReach(endpoint, reply)) return;
  assert.equal(reply.status, endpoint.status ?? 200, reply.text);
  const { table, streams = {} } = endpoint;
  const given = String(reply.headers["content-type"]);
  const type = table !== undefined || given.startsWith("text/csv") ? given : Object.keys(streams)[0];
  assertHeaders(reply, isStorable(endpoint), type, table !== undefined);
}

const isBeyondReach = ({ errors = [] }: Endpoint, { json }: Reply): boolean =>
  errors.some((code) => BEYOND_REACH.includes(code) && json?.detail?.error === code);

/** Fails unless a reply is this error, to the last member of its body. */
export function assertError(reply: Reply, status: number, detail: Readonly<Record<string, unknown>>): void {
  assert.deepEqual([reply.status, reply.json], [status, { detail }]);
  assertHeaders(reply, false);
}

const EXPOSED = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Link";
const OF_TABLES = ", Content-Disposition, X-Total-Count, X-Warnings";

/** The headers of every reply; `isKept` for one that may be kept and asked about again. */
export function assertHeaders(
  { status, headers }: Reply,
  isKept: boolean,
  type = "application/json; charset=utf-8",
  isNegotiated = false,
): void {
  const { "cache-control": cache, vary, etag } = headers;
  assert.equal(headers["access-control-allow-origin"], "*");
  const isTable = headers["content-disposition"] !== undefined;
  assert.equal(headers["access-control-expose-headers"], isTable ? `${EXPOSED}${OF_TABLES}` : EXPOSED);
  assert.equal(headers["access-control-allow-credentials"], undefined);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.match(String(headers["x-request-id"]), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal(cache, isKept ? "private, no-cache" : "no-store");
  const kept = "Accept-Encoding, X-API-Key, Authorization";
  assert.equal(vary, isKept ? (isNegotiated ? `Accept, ${kept}` : kept) : "Accept-Encoding");
  assert.equal(etag !== undefined, isKept);
  if (status !== 304) assert.equal(headers["content-type"], type);
}

/** Fails unless a reply tells a key's limits, or does not, as it should. */
export function assertLimits({ headers }: Reply, areTold: boolean): void {
  assert.equal(headers.ratelimit !== undefined, areTold);
  assert.equal(headers["ratelimit-policy"] !== undefined, areTold);
}
