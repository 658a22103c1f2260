import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { includesTier, TIERS, type Tier } from "../../src/domain/accounts/plans.ts";
import type { Route } from "../../src/http/route.ts";
import { createTools } from "../../src/mcp/tool-service.ts";
import { listRoutes } from "../../src/service.ts";
import { toCall } from "../support/mcp/client.ts";
import type { Reply } from "../support/service/api.ts";
import { endpoints, FORMER_PRICE, openWorld } from "../support/service/conformance.ts";
import { FORM_HEADERS, sessionOf } from "../support/service/session.ts";
import { testConfig } from "../support/store/writer.ts";

/**
 * How a route gives data of the API: not at all; drawn on a page for people, free of charge; as data, which needs what the
 * API needs; as the few rows that a page shows everyone; to who has signed in; to the operator alone; by a tool of its own.
 */
type Way = "nothing" | "page" | "data" | "sample" | "session" | "operator" | "tools";

/** The way, then the operations of the API that give the same data. */
type Stated = readonly [way: Way, ...operations: string[]];

const QUESTION = ["getQuestion", "getQuestionHistory", "listArbitrageOpportunities"];
const EVENT = ["getEvent", "getMarketHistory"];
const MARKET = ["getMarket", "getMarketHistory"];
const ANALYTICS = ["getVolumeDistribution", "getPlatformShare", "getCategoryVolume"];

/** Every route that is no endpoint of the API. */
const STATED: Readonly<Record<string, Stated>> = {
  "GET /assets/…": ["nothing"],
  "GET /": ["page", "listTopics"],
  "GET /events": ["page", "listEvents"],
  "GET /events.csv": ["data", "listEvents"],
  "GET /questions": ["page", "listQuestions"],
  "GET /questions/:question_id": ["page", ...QUESTION],
  "GET /markets": ["page", "listMarkets"],
  "GET /markets/:platform/:market_id": ["page", ...MARKET],
  "GET /events/:platform/:event_id": ["nothing"],
  "GET /search": ["page", "listTopics"],
  "GET /search/suggestions": ["data", "listTopics"],
  "GET /arbitrage": ["page", "listArbitrageOpportunities"],
  "GET /feeds/movers.atom": ["data", "listQuestions", "listPopularMarkets"],
  "GET /feeds/resolved.atom": ["data", "listQuestions", "listResolvedMarkets"],
  "GET /feeds/search.atom": ["data", "listMarkets"],
  "GET /feeds/watchlist.atom": ["data", "listQuestions", "listMarkets"],
  "GET /watchlist": ["page", "listQuestions", "listMarkets"],
  "GET /feeds/spreads.atom": ["sample", "listArbitrageOpportunities"],
  "GET /analytics": ["page", ...ANALYTICS],
  "GET /accuracy": ["data", "getCalibration", "getAccuracy"],
  "GET /accuracy/calibration.csv": ["data", "getCalibration"],
  "GET /accuracy/platforms.csv": ["data", "getAccuracy"],
  "GET /accuracy/disagreements.csv": ["data", "listDisagreements"],
  "GET /markets.csv": ["data", "listMarkets"],
  "GET /questions.csv": ["data", "listQuestions"],
  "GET /arbitrage.csv": ["sample", "listArbitrageOpportunities"],
  "GET /analytics/volume-distribution.csv": ["data", "getVolumeDistribution"],
  "GET /analytics/platform-share.csv": ["data", "getPlatformShare"],
  "GET /analytics/category-volume.csv": ["data", "getCategoryVolume"],
  "GET /topics.csv": ["data", "listTopics"],
  "GET /topics/:topic_id": ["nothing"],
  "GET /events/:platform/:event_id/markets.csv": ["data", "getEvent"],
  "GET /questions/:question_id/markets.csv": ["data", "getQuestion"],
  "GET /questions/:question_id/prices.csv": ["data", "getQuestionHistory"],
  "GET /search.csv": ["data", "listTopics"],
  "GET /status": ["page", "getStatus"],
  "GET /alerts": ["page", "getMarketHistory"],
  "POST /alerts/preview": ["page", "getMarketHistory"],
  "POST /alerts/sign-in": ["nothing"],
  "POST /alerts/make": ["session"],
  "POST /alerts/delete": ["session"],
  "POST /alerts/forget": ["session"],
  "POST /alerts/send-again": ["session"],
  "GET /keys": ["nothing"],
  "POST /questions/report": ["nothing"],
  "POST /keys/make": ["nothing"],
  "POST /keys/sign-in": ["session"],
  "POST /keys/sign-out": ["nothing"],
  "POST /keys/rotate": ["session"],
  "POST /keys/revoke": ["session"],
  "GET /docs": ["nothing"],
  "GET /docs/:page": ["nothing"],
  "GET /docs/mcp": ["nothing"],
  "GET /llms.txt": ["nothing"],
  "GET /robots.txt": ["nothing"],
  "GET /pricing": ["nothing"],
  "POST /pricing/upgrade": ["session"],
  "POST /pricing/manage": ["session"],
  "GET /embed/questions/:question_id": ["page", "getQuestion", "getQuestionHistory"],
  "GET /embed/events/:platform/:event_id": ["page", ...EVENT],
  "GET /embed/:platform/:market_id": ["page", ...MARKET],
  "GET /billing/success": ["nothing"],
  "GET /billing/cancelled": ["nothing"],
  "GET /demo/pay/:id": ["nothing"],
  "POST /demo/pay/:id/pay": ["nothing"],
  "POST /demo/pay/:id/cancel": ["nothing"],
  "GET /demo/portal/:id": ["nothing"],
  "POST /demo/portal/:id/cancel": ["nothing"],
  "GET /admin": ["operator"],
  "GET /admin/sources": ["operator"],
  "POST /admin/sources/read": ["operator"],
  "GET /admin/keys": ["operator"],
  "POST /admin/keys/create": ["operator"],
  "POST /admin/keys/plan": ["operator"],
  "POST /admin/keys/revoke": ["operator"],
  "GET /admin/pairs": ["operator"],
  "POST /admin/pairs/decide": ["operator"],
  "GET /admin/reports": ["operator"],
  "POST /admin/reports/done": ["operator"],
  "GET /admin/backups": ["operator"],
  "GET /admin/backups/:name": ["operator"],
  "POST /admin/backups/make": ["operator"],
  "GET /admin/settings": ["operator"],
  "POST /admin/sign-in": ["operator"],
  "POST /admin/sign-out": ["operator"],
  "POST /mcp": ["tools"],
};

/** The tools for assistants, by the operation that gives the same data. */
const TOOLS: Readonly<Record<string, string>> = {
  find_questions: "listQuestions",
  find_markets: "listMarkets",
  find_topics: "listTopics",
  get_question: "getQuestion",
  get_market: "getMarket",
  get_event: "getEvent",
  price_history: "getMarketHistory",
  find_spreads: "listArbitrageOpportunities",
  movers: "listPopularMarkets",
};

/** Values that exist, where a parameter has no example. */
const EXAMPLES = { operation: "listMarkets", q: "happen", id: "none" };

const platforms = testConfig().platforms;
const routes = listRoutes({ platforms, isDemo: true });
const isEndpoint = ({ method, path }: Route): boolean =>
  endpoints.some((endpoint) => endpoint.method === method && endpoint.path === path);
const nameOf = ({ method, path }: Route): string => `${method} ${path.replace(/^\/assets\/.*/, "/assets/…")}`;
const own = new Map(routes.filter((route) => !isEndpoint(route)).map((route) => [nameOf(route), route]));

function tierOf(operationId: string): Tier {
  const tier = endpoints.find((endpoint) => endpoint.operationId === operationId)?.tier;
  assert.ok(tier !== undefined && tier !== "any" && tier !== "open", `no data of the API: ${operationId}`);
  return tier;
}

/** The lowest plan that may have all of this data. */
const neededFor = (operations: readonly string[]): Tier =>
  TIERS.findLast((tier) => operations.some((operation) => tierOf(operation) === tier)) ?? "free";

const WAYS_IN = [
  [undefined, "header"],
  ...TIERS.flatMap((tier) => [[tier, "header"] as const, [tier, "session"] as const]),
] as const;

const isPage = ({ headers }: Reply): boolean => /^(text\/html|image\/svg)/.test(String(headers["content-type"]));

describe("routes that are no endpoints", () => {
  it("are all stated here, with the data that they give", (test) => {
    for (const name of own.keys()) assert.ok(STATED[name], `${name}: which data does it give? State it in STATED.`);
    assert.deepEqual(Object.keys(STATED).toSorted(), [...own.keys()].toSorted());
    assert.deepEqual(
      createTools(platforms).map(({ name, tier }) => [name, tier]),
      Object.entries(TOOLS).map(([name, operation]) => [name, tierOf(operation)]),
    );
    if (process.env.TEST_PRINT_ROUTES === undefined) return;
    for (const { method, path, tier } of endpoints) test.diagnostic(`${method} ${path}: endpoint, ${tier}`);
    for (const [name, [way, ...operations]] of Object.entries(STATED)) {
      const data = operations.map((operation) => `, ${operation} (${tierOf(operation)})`).join("");
      test.diagnostic(`${name}: ${way}${data}`);
    }
    for (const [name, operation] of Object.entries(TOOLS)) test.diagnostic(`tool ${name}: ${tierOf(operation)}`);
  });
});

for (const shown of ["free", "pro"] as const) {
  describe(`where pages show the ${shown} plan`, async () => {
    const world = await openWorld({ routes, config: { isDemo: true, pagesTier: shown, pagesPerMinute: 100_000 } });
    const holds = (tier: Tier | undefined, required: Tier) => tier !== undefined && includesTier(tier, required);

    /** Asks with a key of the tier in the header, or with a session that it began. */
    async function ask(route: Route, tier: Tier | undefined, by: "header" | "session" = "header"): Promise<Reply> {
      const key = tier && (await world.key(tier));
      const session = key !== undefined && by === "session" ? sessionOf(world.context, key.secret) : {};
      const shown = by === "session" ? undefined : key;
      if (route.method === "GET") return world.ask(route, shown, { parameters: EXAMPLES, headers: session });
      const headers = { ...FORM_HEADERS, ...session };
      return world.ask(route, shown, { parameters: EXAMPLES, headers, body: `key=${key?.secret ?? ""}` });
    }

    for (const [name, route] of own) {
      const [way, ...operations] = STATED[name] ?? ["operator"];
      const required = neededFor(operations);

      it(`${name} (${way}, ${required}) asks for what the API asks for`, async () => {
        // No key opens the operator's pages, and wrong tokens are limited.
        for (const [tier, by] of way === "operator" ? WAYS_IN.slice(0, 2) : WAYS_IN) {
          const mayHave: Readonly<Record<Way, boolean>> = {
            ...{ nothing: true, page: true, sample: true, tools: true, operator: false },
            data: holds(shown, required) || holds(tier, required),
            session: route.path === "/keys/sign-in" ? tier !== undefined : by === "session",
          };
          const reply = await ask(route, tier, by);
          const said = `${by} ${tier ?? "no key"}: ${reply.status} ${reply.text.slice(0, 200)}`;
          if (mayHave[way]) assert.ok(![401, 403].includes(reply.status), said);
          else
            assert.equal(reply.status, way === "session" || (way === "data" && tier === undefined) ? 401 : 403, said);
          if (way === "data" && mayHave.data) assert.equal(reply.status, 200, said);
          if (way === "page") assert.ok(isPage(reply), said);
          const mayHaveHistory = holds(shown, "pro") || holds(tier, "pro");
          assert.ok(mayHaveHistory || isPage(reply) || !reply.text.includes(String(FORMER_PRICE)), said);
        }
      });
    }

    it("files have the prices of a day ago for those who may have them", async () => {
      const route = own.get("GET /questions/:question_id/prices.csv");
      assert.ok(route);
      const { text, headers } = await ask(route, "pro");
      assert.ok(text.includes(String(FORMER_PRICE)));
      assert.equal(headers["cache-control"], "private, no-cache");
    });

    for (const { name, tier: required } of createTools(platforms)) {
      it(`the tool ${name} needs a key on the plan of its data`, async () => {
        for (const tier of [undefined, ...TIERS]) {
          const key = tier && (await world.key(tier));
          const headers = { "Content-Type": "application/json", ...(key && { "X-API-Key": key.secret }) };
          const body = JSON.stringify(toCall(name, {}));
          const { text } = await world.send("/mcp", { method: "POST", body, headers });
          const isRefused = /calls need an API key|this needs the pro plan/.test(text);
          assert.equal(isRefused, !holds(tier, required), `${tier ?? "no key"}: ${text}`);
        }
      });
    }
  });
}
