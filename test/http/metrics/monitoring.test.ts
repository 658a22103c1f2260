import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { createMetrics } from "../../../src/http/metrics/metrics.ts";
import { toGrafanaDashboard } from "../../../src/web/page/assets.ts";
import { temporaryFolder } from "../../support/service/process.ts";

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
