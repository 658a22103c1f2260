import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import fc from "fast-check";
import { CATEGORIES, type Category, toCategory } from "../../src/domain/categories/categories.ts";
import { readPolymarket } from "../../src/sources/polymarket/records.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";

/** Labels of an event whose title says nothing. */
const LABELS: readonly [readonly string[], Category][] = [
  [["Politics"], "politics"],
  [["Elections"], "politics"],
  [["US Election"], "politics"],
  [["us-politics"], "politics"],
  [["technology-default"], "technology"],
  [["Science and Technology"], "technology"],
  [["Climate and Weather"], "climate"],
  [["Financials"], "finance"],
  [["Economics"], "economics"],
  [["Entertainment"], "culture"],
  [["Companies", "Sports"], "finance"],
  [["Hit Price", "Meta", "Stocks"], "finance"],
  [["Jerome Powell", "Economy", "Finance"], "economics"],
  [["Trump Tower", "Bitcoin"], "crypto"],
  [["World", "Soccer"], "sports"],
  [["Politics", "Trump", "World", "Geopolitics", "Iran"], "world"],
  [["Politics", "Trump", "Fed", "Economy", "Fed Chair"], "economics"],
  [["Culture", "Tweet Markets", "Elon Musk", "Tech"], "culture"],
  [["World"], "world"],
  [["Recurring", "Daily"], "other"],
  [["constructor", "__proto__"], "other"],
  [["", " ", "?!"], "other"],
  [[], "other"],
];

/** Titles of events that came without labels. */
const TITLES: readonly [string, Category][] = [
  ["Will it snow in Paris on Sunday?", "climate"],
  ["Will a hurricane reach Louisiana in May?", "climate"],
  ["Hurricanes vs. Kraken: who takes game 5?", "sports"],
  ["Will Bitcoin reach a quarter of a million?", "crypto"],
  ["Will DOGE cut a third of the department's staff?", "politics"],
  ["Will Musk leave DOGE this year?", "politics"],
  ["Will DOGE save more than it spends, after its spending cuts hit $2b?", "politics"],
  ["Will DOGE hit $3 this spring?", "crypto"],
  ["DOGE price on Monday at noon", "crypto"],
  ["Where does the S&P500 end the month?", "finance"],
  ["S&P 500's lowest close of the summer", "finance"],
  ["Will the stock price of Apple close higher on Tuesday?", "finance"],
  ["Will Apple close above $400 on Tuesday?", "finance"],
  ["Which phone does Apple launch next?", "technology"],
  ["Acme Rockets IPO: in which quarter?", "finance"],
  ["Will OpenAI's IPO come before Stripe's?", "finance"],
  ["Prime Minister of Ruritania out by Easter?", "politics"],
  ["Putin out as president of Russia by autumn?", "politics"],
  ["Macron out this year?", "politics"],
  ["Will the goalkeeper's club be relegated?", "sports"],
  ["Anytown FC vs. Otherville: both teams to score", "sports"],
  ["Who wins the Ballon d’Or?", "sports"],
  ["Iran vs. Ecuador: O/U 3.5", "sports"],
  ["Will Israel and Lebanon sign a ceasefire?", "world"],
  ["Will the Fed lower interest rates at its next meeting?", "economics"],
  ["Price of eggs in February", "economics"],
  ["Gold price on New Year's Eve", "finance"],
  ["Number of gold medals for Norway", "sports"],
  ["Which film takes the Oscar for best picture?", "culture"],
  ["Will Chalky White be Person of the Year?", "culture"],
  ["Confirmed measles cases in Ohio", "science"],
  ["Will a probe orbit Venus before 2040?", "science"],
  ["Best AI model on Midsummer's Day", "technology"],
  ["São Paulo mayoral race: who is second?", "politics"],
  ["Will I finish my homework?", "other"],
];

describe("the category of an event", () => {
  for (const [labels, category] of LABELS) {
    it(`is ${category} by the labels ${JSON.stringify(labels)}`, () => {
      assert.equal(toCategory({ labels, title: "What happens?" }), category);
    });
  }

  for (const [title, category] of TITLES) {
    it(`is ${category} by the title "${title}"`, () => assert.equal(toCategory({ labels: [], title }), category));
  }

  it("follows its labels before the words of its title", () => {
    for (const [title] of TITLES.filter(([, category]) => category !== "finance")) {
      assert.equal(toCategory({ labels: ["Sports", "Soccer"], title }), "sports");
    }
  });

  it("is by the title where the label only hints", () => {
    assert.equal(toCategory({ labels: ["World"], title: "Who walks on Mars first?" }), "science");
    assert.equal(toCategory({ labels: ["Science and Technology"], title: "Ebola cases this year" }), "science");
    assert.equal(toCategory({ labels: ["Mentions"], title: "Words in Acme's next earnings call" }), "finance");
  });

  it("is the same for questions of one kind, whichever section the platform files them under", () => {
    for (const label of ["Economics", "Tech", "Crypto", "Finance"]) {
      assert.equal(toCategory({ labels: [label], title: "When will Acme announce an IPO?" }), "finance");
    }
    for (const label of ["Geopolitics", "World", "Politics"]) {
      assert.equal(toCategory({ labels: [label], title: "Khamenei out as Supreme Leader by May?" }), "politics");
      assert.equal(toCategory({ labels: [label], title: "Ceasefire in Ruritania by May?" }), "world");
    }
  });

  it("is sports for a slug that names a league, two sides and a day", () => {
    const title = "Evening";
    assert.equal(toCategory({ labels: [], title, slug: "fifwc-aaa-bbb-2026-07-01-more-markets" }), "sports");
    assert.equal(toCategory({ labels: [], title, slug: "abc2-xy1-zz9-2026-12-31" }), "sports");
    assert.equal(toCategory({ labels: [], title, slug: "what-will-they-say-2026-12-31" }), "other");
  });

  it("is by the beginning of a series ticker", () => {
    const bySeries = (series: string): Category => toCategory({ labels: [], title: "Daily", series });
    assert.equal(bySeries("KXHYPED"), "crypto");
    assert.equal(bySeries("KXNCAAMBSPREAD"), "sports");
    assert.equal(bySeries("HIGHNY"), "climate");
    assert.equal(bySeries("KXUNHEARDOF"), "other");
  });

  it("is a valid one for any labels and title, in any letters", () => {
    const binary = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(fc.array(binary), binary, binary, (labels, title, code) =>
        CATEGORIES.includes(toCategory({ labels, title, series: code, slug: code })),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...TITLES), ([title, category]) => {
        assert.equal(toCategory({ labels: [], title: title.toUpperCase() }), category);
      }),
    );
  });
});

const SHARED = new URL("../../../shared/data/matching/", import.meta.url);
const MAX_SHARE_OF_OTHER = 0.12;

/** A row of titles_<platform>.jsonl: a market. */
interface TitleRow {
  readonly id: string;
  readonly title: string;
  readonly event_title?: string;
  readonly category?: string | null;
  readonly slug?: string;
}

const readTitles = (platform: string): TitleRow[] =>
  readFileSync(new URL(`titles_${platform}.jsonl`, SHARED), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as TitleRow);

describe("the categories of real titles", {
  skip: existsSync(SHARED) ? false : "../shared/data/matching is not here",
}, () => {
  it("are other for 12% at most", (test) => {
    let [titles, others] = [0, 0];
    // All of PredictIt is politics.
    for (const platform of ["kalshi", "polymarket", "manifold"]) {
      const rows = readTitles(platform);
      const unknown = rows.filter((row) => categoryOf(row, platform) === "other");
      test.diagnostic(`${platform}: ${unknown.length} of ${rows.length}`);
      titles += rows.length;
      others += unknown.length;
    }
    assert.ok(others <= MAX_SHARE_OF_OTHER * titles, `${others} of ${titles}`);
  });
});

function categoryOf({ id, title, event_title, category, slug }: TitleRow, platform: string): Category {
  const labels = category == null ? [] : [category];
  const codes = platform === "kalshi" ? { series: id.split("-")[0] ?? null } : { slug: slug ?? null };
  return toCategory({ labels, title: event_title ?? title, ...codes });
}

describe("the categories of captured events", { skip: payloadsMissing }, () => {
  it("follow the tags where there are tags", () => {
    const { events } = readPolymarket(readPayload("polymarket/gamma_public-search_2026-08-18.json"));
    const fed = readPolymarket(readPayload("polymarket/details/search_response.json"));
    const tagged = [...events, ...fed.events].filter(({ tags }) => tags.length > 0);
    assert.ok(tagged.length > 0);
    for (const { tags, category, title } of tagged)
      assert.equal(toCategory({ labels: tags, title: "" }), category, title);
  });

  it("know every section of Kalshi that is one subject", () => {
    const { tags_by_categories: tags } = readPayload("kalshi/2026-01/tags_by_categories.json") as Tags;
    const unknown = Object.keys(tags).filter((label) => toCategory({ labels: [label], title: "" }) === "other");
    assert.deepEqual(unknown, ["Transportation"]);
    for (const label of tags.Sports ?? []) assert.equal(toCategory({ labels: [label], title: "" }), "sports", label);
  });
});

interface Tags {
  readonly tags_by_categories: Readonly<Record<string, readonly string[] | null>>;
}
