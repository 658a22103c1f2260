import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { startMetricsServer } from "../../../src/http/lifecycle.ts";
import { createMetrics } from "../../../src/http/metrics/metrics.ts";
import { toGrafanaDashboard } from "../../../src/web/page/assets.ts";
import { temporaryFolder } from "../../support/service/process.ts";
import { eventually, METRICS_TOKEN, startTestService } from "../../support/service/service.ts";
import { startUpstream } from "../../support/upstream/upstream.ts";

/** The value of a series, by its name and labels as they stand in the text. */
const figureOf = (text: string, series: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.split(" ")[1] ?? Number.NaN,
  );

describe("/metrics", async () => {
  const upstream = await startUpstream();
  after(() => upstream.close());
  const service = await startTestService({
    environment: { ...upstream.environment, TOTEBOARD_PLATFORMS: "kalshi" },
  });
  const read = async () => {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const response = await fetch(`${service.url}/metrics`, { headers });
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
  };

  it("counts requests by route and status, refusals by kind, passes and what they wrote", async () => {
    await eventually("a pass", () => service.runs.some(({ kind }) => kind === "full"));
    await service.get("/api/v1/markets?page_size=1");
    await service.get("/api/v1/markets?page_size=0");
    await service.get("/api/v1/markets/kalshi/none/detail");
    await fetch(`${service.url}/api/v1/markets`);
    await fetch(`${service.url}/no/such/place`);
    const { status, type, text } = await read();
    assert.equal(status, 200);
    assert.match(type ?? "", /^text\/plain; version=0\.0\.4/);
    const requests = (route: string, code: number): number =>
      figureOf(text, `toteboard_http_requests_total{route="${route}",method="GET",status="${code}"}`);
    assert.deepEqual(
      [requests("/api/v1/markets", 200), requests("/api/v1/markets", 422), requests("/api/v1/markets", 401)],
      [1, 1, 1],
    );
    assert.equal(requests("/api/v1/markets/:platform/:market_id/detail", 404), 1, "the route, not the URL");
    assert.equal(requests("none", 404), 1);
    assert.equal(figureOf(text, 'toteboard_refusals_total{kind="missing_api_key"}'), 1);
    assert.equal(figureOf(text, 'toteboard_ingest_runs_total{platform="kalshi",kind="full",status="ok"}'), 1);
    assert.equal(figureOf(text, 'toteboard_ingest_rows_total{platform="kalshi",change="inserted"}'), 300);
    assert.equal(figureOf(text, 'toteboard_source_markets{platform="kalshi",status="open"}'), 299);
    assert.ok(figureOf(text, 'toteboard_source_age_seconds{platform="kalshi"}') < 60);
    for (const name of ["toteboard_database_bytes", "nodejs_eventloop_lag_p99_seconds", "process_open_fds"]) {
      assert.ok(figureOf(text, name) >= 0, name);
    }
    assert.equal(figureOf(text, "toteboard_database_ok"), 1);
    assert.ok(figureOf(text, 'toteboard_http_request_duration_seconds_count{route="/api/v1/markets"}') >= 3);
  });

  it("names counters, and counters alone, with _total, as Prometheus asks", async () => {
    const { text } = await read();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    assert.ok(types.length > 20);
    assert.deepEqual(
      types.filter(([, name = "", type]) => name.endsWith("_total") !== (type === "counter")).map(([line]) => line),
      [],
    );
  });

  it("is there for callers with the token alone, and says so to the others", async () => {
    for (const Authorization of ["", "Bearer wrong", `Bearer ${METRICS_TOKEN}x`, METRICS_TOKEN]) {
      const response = await fetch(`${service.url}/metrics`, { headers: { Authorization } });
      assert.deepEqual([response.status, response.headers.get("www-authenticate")], [401, 'Bearer realm="metrics"']);
      assert.match(await response.text(), /TOTEBOARD_METRICS_TOKEN.*TOTEBOARD_METRICS_ADDRESS/);
    }
    for (const more of ["/", "?x=1", "/?x=1"]) {
      assert.equal((await fetch(`${service.url}/metrics${more}`, { method: "HEAD" })).status, 401, more);
    }
    assert.equal((await fetch(`${service.url}/metrics`, { method: "POST" })).status, 404);
  });

  it("never names a key or a URL", async () => {
    await fetch(`${service.url}/api/v1/markets?api_key=tb_live_${"a".repeat(38)}`);
    await fetch(`${service.url}/tb_live_${"a".repeat(38)}`);
    assert.doesNotMatch((await read()).text, /tb_live_/);
  });

  it("may have an address of its own", async () => {
    const metrics = createMetrics("1", async () => ({
      sources: [],
      databaseBytes: 1,
      walBytes: 2,
      matches: 3,
      streams: { open: 0, delivered: 0 },
      commandsWaiting: 4,
      deliveries: { waiting: 3, oldestSeconds: 12 },
      alerts: { alerts: 2, firings: 5, behind: 0 },
      isDatabaseWell: false,
      mirror: undefined,
    }));
    const server = await startMetricsServer(metrics, { host: "127.0.0.1", port: 0, log: service.context.log });
    after(() => server.close());
    const url = `http://127.0.0.1:${server.port}`;
    const text = await (await fetch(`${url}/metrics`, { headers: { Via: "1.1 proxy" } })).text();
    assert.deepEqual(
      ["toteboard_database_bytes", "toteboard_wal_bytes", "toteboard_matches", "toteboard_database_ok"].map((name) =>
        figureOf(text, name),
      ),
      [1, 2, 3, 0],
    );
    assert.equal((await fetch(url)).status, 404);
  });
});

describe("the log of requests", () => {
  it("has a line each, with the route and the key's id but no URL and no secret", async () => {
    const service = await startTestService();
    await service.get("/api/v1/markets?page_size=1&api_key=none");
    const refused = await fetch(`${service.url}/api/v1/markets?api_key=tb_live_${"a".repeat(38)}`, {
      headers: { "X-Request-Id": "my-own-request" },
    });
    await refused.text();
    await fetch(`${service.url}/healthz`);
    const lines = service.logged.filter(({ msg }) => msg === "request");
    assert.equal(lines.length, 3);
    const [first, second, third] = lines;
    assert.match(String(first?.key_id), /^[0-9a-f-]{36}$/);
    assert.deepEqual([first?.route, first?.status, first?.method, first?.level], ["/api/v1/markets", 200, "GET", 30]);
    assert.ok(Number(first?.ms) >= 0);
    assert.deepEqual(
      [second?.request_id, second?.status, second?.error, second?.key_id],
      ["my-own-request", 401, "invalid_api_key", undefined],
    );
    assert.equal(third?.level, 20, "what watches the service is only heard when asked for");
    assert.doesNotMatch(JSON.stringify(lines), /tb_live_|\?/);
  });
});

const dashboard = toGrafanaDashboard();

const LEVELS = {
  sources: [],
  databaseBytes: 0,
  walBytes: 0,
  matches: 0,
  streams: { open: 0, delivered: 0 },
  commandsWaiting: 0,
  deliveries: { waiting: 0, oldestSeconds: 0 },
  alerts: { alerts: 0, firings: 0, behind: 0 },
  isDatabaseWell: true,
  mirror: undefined,
};

/** The names of all metrics that a service has. */
async function readNames(): Promise<Set<string>> {
  const text = await createMetrics("1", async () => LEVELS).read();
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));
}

it("how far a copy is behind is no metric while nobody knows", async () => {
  const seconds = [60, undefined];
  const metrics = createMetrics("1", async () => ({ ...LEVELS, copySeconds: seconds.shift() }));
  for (const found of ["60", undefined]) {
    assert.equal(/^toteboard_copy_behind_seconds (\d+)$/m.exec(await metrics.read())?.[1], found);
  }
});

describe("the Grafana dashboard", () => {
  it("has panels as Grafana wants them, three a row", () => {
    assert.deepEqual(dashboard.panels[4], {
      id: 5,
      title: "Latency by route, 99 of 100",
      type: "timeseries",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana puts the chosen source there.
      datasource: { type: "prometheus", uid: "${datasource}" },
      gridPos: { h: 8, w: 8, x: 8, y: 8 },
      fieldConfig: { defaults: { unit: "s", min: 0 }, overrides: [] },
      targets: [
        {
          refId: "A",
          expr: "histogram_quantile(0.99, sum by (le, route) (rate(toteboard_http_request_duration_seconds_bucket[$__rate_interval])))",
          legendFormat: "{{route}}",
        },
      ],
    });
    const ids = dashboard.panels.map(({ targets }) => targets.map(({ refId }) => refId).join(""));
    assert.deepEqual(
      ids.filter((all) => !"ABCDEF".startsWith(all) || all === ""),
      [],
    );
  });

  it("asks for metrics that there are, and leaves none of the program's own out", async () => {
    const published = await readNames();
    const asked = new Set(
      dashboard.panels.flatMap(({ targets }) =>
        targets.flatMap(({ expr }) =>
          [...expr.matchAll(/\b((?:toteboard|nodejs|process)_\w+)/g)].map(([, name = ""]) => name),
        ),
      ),
    );
    const base = (name: string) => name.replace(/_bucket$/, "");
    assert.deepEqual(
      [...asked].filter((name) => !published.has(base(name))),
      [],
    );
    const shown = new Set([...asked].map(base));
    const own = [...published].filter((name) => name.startsWith("toteboard_") && name !== "toteboard_build_info");
    assert.deepEqual(
      own.filter((name) => !shown.has(name)),
      [],
    );
  });
});

const RULES_FILE = fileURLToPath(new URL("../../../.deploy/prometheus-rules.yml", import.meta.url));

/** Each rule of the file: an alert where a metric is beyond a figure for some minutes. */
const RULES = [
  ...readFileSync(RULES_FILE, "utf8").matchAll(
    /- alert: (\w+)\n +expr: (\w+)(\{.*?\})? (==|>) (\S+)\n +for: (\d+)m\n +annotations:\n +summary: "?(.*?)"?\n/g,
  ),
].map(([, alert = "", metric = "", labels = "", operator = "", limit = "", minutes = "", summary = ""]) => ({
  ...{ alert, metric, labels, summary },
  beyond: Number(limit) + (operator === ">" ? 1 : 0),
  within: Number(limit) + (operator === ">" ? 0 : 1),
  minutes: Number(minutes),
}));

/** What `promtool test rules` takes: a rule is silent at its limit and before its time, and fires after it. */
function toRuleTest({ alert, metric, labels, summary, beyond, within, minutes }: (typeof RULES)[number]) {
  const platform = summary.includes("$labels.platform") ? { platform: "kalshi" } : {};
  const exp_labels = { ...platform, ...(labels === "" ? {} : { job: "toteboard" }) };
  const series = `${metric}${JSON.stringify(exp_labels).replaceAll(/"(\w+)":/g, "$1=")}`;
  const expected = { exp_labels, exp_annotations: { summary: summary.replace("{{ $labels.platform }}", "kalshi") } };
  const at = (minute: number, exp_alerts: readonly (typeof expected)[]) => ({
    ...{ eval_time: `${minute}m`, alertname: alert, exp_alerts },
  });
  return {
    interval: "1m",
    input_series: [{ series, values: `${within}x9 ${beyond}x40` }],
    alert_rule_test: [at(9, []), at(9 + minutes, []), at(11 + minutes, [expected])],
  };
}

describe("the alert rules for Prometheus", () => {
  it("ask for metrics that there are", async () => {
    const alerts = readFileSync(RULES_FILE, "utf8").match(/- alert: /g);
    assert.deepEqual([RULES.length, RULES.length > 5], [alerts?.length, true]);
    // Prometheus itself makes it.
    const published = (await readNames()).add("up");
    assert.deepEqual(
      RULES.filter(({ metric }) => !published.has(metric)),
      [],
    );
  });

  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
  it("fire as Prometheus reads them, once a metric was beyond its limit for long enough", {
    skip: !hasPromtool && "promtool is not installed",
  }, () => {
    const file = join(temporaryFolder(), "test.yml");
    writeFileSync(file, JSON.stringify({ rule_files: [RULES_FILE], tests: RULES.map(toRuleTest) }));
    for (const words of [
      ["check", "rules", RULES_FILE],
      ["test", "rules", file],
    ]) {
      const { status, stdout, stderr } = spawnSync("promtool", words, { encoding: "utf8" });
      assert.equal(status, 0, stdout + stderr);
    }
  });
});
