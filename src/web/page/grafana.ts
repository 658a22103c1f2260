import { readEmbedded } from "../../embedded.ts";

export const PANELS_FILE = "src/web/assets/grafana.txt";

/** Grafana's grid is 24 wide: three panels a row, and a last one that is alone in its row is as wide. */
const COLUMNS = 3;
const WIDTH = 24;
const HEIGHT = 8;

/** The dashboard over /metrics, as Grafana imports it. */
export function toGrafanaDashboard() {
  const lines = readEmbedded(PANELS_FILE).split(/\r?\n/);
  const texts = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const starts = texts.flatMap((line, index) => (line.startsWith(" ") ? [] : [index]));
  return {
    ...{ title: "Toteboard", uid: "toteboard", schemaVersion: 39, version: 1, refresh: "30s" },
    time: { from: "now-6h", to: "now" },
    tags: ["toteboard"],
    editable: true,
    templating: { list: [{ name: "datasource", type: "datasource", query: "prometheus", label: "Data source" }] },
    panels: starts.map((start, index) =>
      toPanel(texts.slice(start, starts[index + 1]), { index, isLast: index === starts.length - 1 }),
    ),
  };
}

function toPanel([heading = "", ...lines]: readonly string[], { index, isLast }: { index: number; isLast: boolean }) {
  const [title, unit] = heading.split(" | ");
  const column = index % COLUMNS;
  const w = isLast && column === 0 ? WIDTH : WIDTH / COLUMNS;
  return {
    ...{ id: index + 1, title, type: "timeseries" },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana puts the chosen source there.
    datasource: { type: "prometheus", uid: "${datasource}" },
    gridPos: { h: HEIGHT, w, x: (column * WIDTH) / COLUMNS, y: HEIGHT * Math.floor(index / COLUMNS) },
    fieldConfig: { defaults: { ...(unit === undefined ? {} : { unit }), min: 0 }, overrides: [] },
    targets: lines.map((line, order) => {
      const [expr = "", legendFormat] = line.trim().replace("[]", "[$__rate_interval]").split(" -> ");
      return { refId: "ABCDEF"[order], expr, legendFormat };
    }),
  };
}
