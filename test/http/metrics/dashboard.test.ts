import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { createMetrics } from "../../../src/http/metrics/metrics.ts";

const dashboard = JSON.parse(
  readFileSync(new URL("../../../src/web/assets/grafana.json", import.meta.url), "utf8"),
) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

describe("the Grafana dashboard", () => {
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
