import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ago,
  ahead,
  cents,
  change,
  counted,
  fileSize,
  gapOf,
  listedChange,
  money,
  percent,
  span,
  stamp,
} from "../../src/web/page/figures.ts";
import { dataTable, num, words } from "../../src/web/page/table.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, START } from "../support/store/builders.ts";

const cases: readonly (readonly [said: string, expected: string])[] = [
  [percent(620_000), "62%"],
  [percent(4_000), "0.4%"],
  [percent(996_000), "99.6%"],
  [percent(999_999), "over 99.9%"],
  [percent(999_000), "99.9%"],
  [percent(1), "under 0.1%"],
  [percent(0), "0%"],
  [percent(1_000_000), "100%"],
  [cents(45_000), "4.5¢"],
  [fileSize(0), "0 kB"],
  [fileSize(4_096), "5 kB"],
  [fileSize(998_001), "999 kB"],
  [fileSize(999_500), "1.0 MB"],
  [fileSize(23_967_744), "24.0 MB"],
  [cents(-3_000), "-0.3¢"],
  [money(99), "$1"],
  [money(123_456_789), "$1.23M"],
  [money(0), "$0"],
  [money(123_456_789, "kalshi"), "$1.23M"],
  [money(123_456_789, "manifold"), "Ṁ123M"],
  [counted(1, "market"), "1 market"],
  [counted(1200, "market"), "1,200 markets"],
  [span(12 * SECOND_MS), "12\u00a0s"],
  [span(-5 * MINUTE_MS), "5\u00a0min"],
  [span(47 * HOUR_MS), "47\u00a0h"],
  [span(400 * DAY_MS), "400\u00a0d"],
  [stamp(START), "20 Nov 2026, 12:00"],
];

const COMPARED = { priceSource: "real_money", isStale: false, members: [] } as const;

describe("figures", () => {
  it("are written for reading at a glance", () => {
    for (const [said, expected] of cases) assert.equal(said, expected);
  });

  it("say in words and not by colour alone which way a price moved", () => {
    assert.match(change(45_000).text, /up .*▲ 4\.5 pts/);
    assert.match(change(-45_000).text, /down .*▼ 4\.5 pts/);
    assert.match(change(400).text, />0\.0 pts</);
    assert.match(listedChange(45_000).text, /up">\+4\.5</);
    assert.match(listedChange(-45_000).text, /down">−4\.5</);
    assert.match(listedChange(400).text, />0\.0</);
    for (const gap of [null, 400]) assert.equal(gapOf({ ...COMPARED, gap }), undefined);
    assert.equal(gapOf({ ...COMPARED, gap: 600 })?.text, "0.1¢");
    // A phone shows no heading with the unit.
    assert.match(listedChange(400).text, /<span class="slim"> pts</);
    assert.match(change(null).text, /not known/);
  });

  it("put the exact moment behind the words for it", () => {
    assert.match(ago(START - MINUTE_MS, START).text, /datetime="2026-11-20T11:59:00.000Z".*>1\u00a0min ago</);
    assert.match(ago(START + MINUTE_MS, START).text, />0\u00a0s ago</);
    assert.match(ahead(START + HOUR_MS, START).text, />in 1\u00a0h</);
    assert.match(ahead(START - 1, START).text, />now</);
    assert.match(ahead(START + 60 * DAY_MS, START).text, />in 60\u00a0d</);
    // Which no script counts down.
    assert.match(ahead(START + 61 * DAY_MS, START).text, /^<time datetime="[^"]+" title="[^"]+">20 Jan</);
    // A year from now the day has its year.
    assert.match(ahead(START + 365 * DAY_MS, START).text, />20 Nov 2027</);
    assert.equal(ago(null, START).text, "never");
  });
});

describe("a table that is cards on a phone", () => {
  const labelsOf = (text: string) => [...text.matchAll(/<td[^>]*? data-label="([^"]*)"/g)].map(([, label]) => label);

  it("gives each cell the name of its column, in every row", () => {
    const { text } = dataTable(
      { label: "Table", rowName: (name) => name },
      ["a", "b"],
      [words("Name", (name) => name), num("Count", () => "1"), { ...words("Lane", () => "x"), meaning: "A lane" }],
    );
    assert.deepEqual(labelsOf(text), ["Count", "Lane", "Count", "Lane"]);
    assert.equal(text.match(/<td/g)?.length, 4);
    assert.match(text, /<tr data-row="b"><th scope="row">b<\/th><td data-label="Count" class="num">1<\/td>/);
    assert.match(text, /<th scope="col"><abbr title="A lane">Lane<\/abbr><\/th>/);
  });

  it("keeps text that looks like a cell as text, and quotes names", () => {
    const { text } = dataTable("Table", ["<td >"], [words("Name", (name) => name), words('"<td>"', () => "<tr><td>")]);
    assert.deepEqual(labelsOf(text), ["&quot;&lt;td&gt;&quot;"]);
    assert.match(text, /<th scope="row">&lt;td &gt;<\/th><td [^>]*>&lt;tr&gt;&lt;td&gt;<\/td>/);
  });
});
