import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMetrics } from "../../../src/http/metrics/metrics.ts";
import { toGrafanaDashboard } from "../../../src/web/page/grafana.ts";

const dashboard = toGrafanaDashboard();

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
    const levels = {
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
    const text = await createMetrics("1", async () => levels).read();
    const published = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const asked = new Set(
      dashboard.panels.flatMap(({ targets }) =>
        targets.flatMap(({ expr }) =>
          [...expr.matchAll(/\b((?:toteboard|nodejs|process)_\w+)/g)].map(([, name]) => name),
        ),
      ),
    );
    const base = (name: string | undefined) => name?.replace(/_bucket$/, "");
    assert.deepEqual(
      [...asked].filter((name) => !published.has(base(name))),
      [],
    );
    const shown = new Set([...asked].map(base));
    const own = [...published].filter((name) => name?.startsWith("toteboard_") && name !== "toteboard_build_info");
    assert.deepEqual(
      own.filter((name) => !shown.has(name)),
      [],
    );
  });
});
