import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { explainEvidence, type FamilyEvidence } from "../../src/domain/matching/families/evidence.ts";
import { toProposition } from "../../src/domain/propositions/reading/read-market.ts";
import type { Listing } from "../../src/sources/source.ts";
import { DAY_MS, event, market, page, START } from "../support/store/builders.ts";
import { openTestWriter, type TestWriter } from "../support/store/writer.ts";
import { familyEvidenceIn } from "./model/families.ts";

/** A market of an event, by the name in its slot. */
interface Sibling {
  readonly platform: string;
  readonly name: string;
  readonly title: string;
  readonly event: string;
}

const siblings = (platform: string, event: string, names: string, toTitle: (name: string) => string): Sibling[] =>
  names.split(", ").map((name) => ({ platform, name, event, title: toTitle(name) }));

/** The evidence for pairs of these markets, each named by platform and slot. */
function evidenceAmong(markets: readonly Sibling[]) {
  const events = [...new Set(markets.map(({ platform, event }) => `${platform} ${event}`))];
  const mined = markets.map(({ platform, title, event, name }, key) => {
    const outcomeLabel = title.endsWith(`? ${name}`) ? name : null;
    const proposition = toProposition({ title, eventTitle: event, outcomeLabel, closesAt: null, createdAt: null });
    assert.ok(proposition !== undefined, title);
    return { key, platform, eventKey: events.indexOf(`${platform} ${event}`), proposition };
  });
  const frequencyOf = (word: string) => mined.filter(({ proposition }) => proposition.words.includes(word)).length;
  const evidenceOf = familyEvidenceIn(mined, { size: mined.length, frequencyOf });
  const keyOf = (platform: string, name: string) =>
    markets.findIndex((one) => one.platform === platform && one.name === name);
  return (name: string, other: string): FamilyEvidence | undefined =>
    evidenceOf(keyOf("kalshi", name), keyOf("polymarket", other));
}

const CHEFS = "Ana Ruiz, Bo Lindqvist, Cem Aydin, Dora Novak";
const award = (names: string) =>
  siblings("kalshi", "Golden Ladle award 2027", names, (name) => `Golden Ladle award 2027? ${name}`);
const prize = (names: string) =>
  siblings("polymarket", "Golden Ladle", names, (name) => `Will ${name} win the 2027 Golden Ladle award?`);

describe("the families of sibling markets", () => {
  it("pair members with one name and set those with another apart", () => {
    const evidenceOf = evidenceAmong([...award(CHEFS), ...prize(CHEFS)]);
    const same = evidenceOf("Ana Ruiz", "Ana Ruiz");
    assert.deepEqual([same?.alignment, same?.slot, same?.otherPairs, same?.pairedShare], ["same", "equal", 3, 1]);
    assert.equal(evidenceOf("Ana Ruiz", "Bo Lindqvist")?.slot, "different");
  });

  it("pair figures and dates by value", () => {
    const figures = "100, 200, 300";
    const kalshi = siblings(
      "kalshi",
      "Zorb token price",
      figures,
      (n) => `Zorb token price above $${n} on May 3, 2027?`,
    );
    const other = siblings(
      "polymarket",
      "Zorb",
      figures,
      (n) => `Will the price of the Zorb token be above $${n} on May 3, 2027?`,
    );
    const evidenceOf = evidenceAmong([...kalshi, ...other]);
    assert.equal(evidenceOf("200", "200")?.slot, "value");
    assert.equal(evidenceOf("200", "300")?.slot, "different");
  });

  it("are mined among single markets too", () => {
    const alone = prize(CHEFS).map((one) => ({ ...one, event: one.title }));
    assert.equal(evidenceAmong([...award(CHEFS), ...alone])("Dora Novak", "Dora Novak")?.slot, "equal");
  });

  it("are not aligned when they share names only", () => {
    const run = siblings(
      "polymarket",
      "Harbour board",
      CHEFS,
      (name) => `Will ${name} run for the harbour board in 2027?`,
    );
    assert.equal(evidenceAmong([...award(CHEFS), ...run])("Ana Ruiz", "Ana Ruiz"), undefined);
  });

  it("are not aligned when their years differ", () => {
    const later = prize(CHEFS).map((one) => ({ ...one, title: one.title.replace("2027", "2029") }));
    assert.equal(evidenceAmong([...award(CHEFS), ...later])("Ana Ruiz", "Ana Ruiz"), undefined);
  });

  it("pair the only names left, and say so", () => {
    const six = `${CHEFS}, Eli Okafor, Fay Moreau`;
    const evidence = evidenceAmong([...award(`${six}, Golden Nuts Union`), ...prize(`${six}, Warrior Holding`)])(
      "Golden Nuts Union",
      "Warrior Holding",
    );
    assert.equal(evidence?.slot, "elimination");
    assert.equal(explainEvidence(evidence), "the only outcome left in both events; the other 6 match");
  });

  it("leave names apart when few others pair up, or more than one is left", () => {
    const few = evidenceAmong([...award(`${CHEFS}, Hugo Prat`), ...prize(`${CHEFS}, Olga Falk`)]);
    assert.equal(few("Hugo Prat", "Olga Falk")?.slot, "none");
    const six = `${CHEFS}, Eli Okafor, Fay Moreau`;
    const many = evidenceAmong([...award(`${six}, Hugo Prat, Jan Vos`), ...prize(`${six}, Olga Falk`)]);
    assert.equal(many("Hugo Prat", "Olga Falk")?.slot, "none");
  });

  it("say where a family is aligned with another one", () => {
    const second = siblings(
      "polymarket",
      "Silver Ladle",
      CHEFS,
      (name) => `Will ${name} win the 2027 Silver Spoon trophy?`,
    ).map((one) => ({ ...one, name: `silver ${one.name}` }));
    const evidenceOf = evidenceAmong([...award(CHEFS), ...prize(CHEFS), ...second]);
    assert.equal(evidenceOf("Ana Ruiz", "silver Ana Ruiz")?.alignment, "elsewhere");
  });
});

/** Markets of one event, as a platform lists them. */
const records = (siblings: readonly Sibling[]): MarketRecord[] =>
  siblings.map(({ platform, event, name, title }) =>
    market({
      id: `${platform} ${name}`,
      title,
      eventId: event,
      outcomeLabel: title.endsWith(`? ${name}`) ? name : null,
      closesAt: START + 400 * DAY_MS,
      createdAt: START - 30 * DAY_MS,
    }),
  );

const listing = (markets: readonly MarketRecord[]): Listing =>
  page(
    markets,
    [...new Set(markets.map(({ eventId }) => eventId))].map((id) => event({ id, title: id })),
  );

function openPlatforms(kalshi: readonly MarketRecord[], polymarket: readonly MarketRecord[]) {
  const scripts = { kalshi: { full: [listing(kalshi)] }, polymarket: { full: [listing(polymarket)] } };
  return { ...openTestWriter({ scripts }), scripts };
}

const familiesIn = ({ rows }: Pick<TestWriter, "rows">): unknown[] =>
  rows("SELECT platform, template, members FROM families ORDER BY platform, template");

const linksIn = ({ value }: Pick<TestWriter, "value">): unknown =>
  JSON.parse(String(value("SELECT json_group_array(json(pairs)) FROM family_links")));

describe("the stored families", () => {
  it("have a template, members and links, and are the same after a rebuild", async () => {
    const test = openPlatforms(records(award(CHEFS)), records(prize(CHEFS)));
    await test.pass();
    assert.deepEqual(familiesIn(test), [
      ["kalshi", '["golden","ladl","award"]', 4],
      ["polymarket", '["win","golden","ladl","award"]', 4],
    ]);
    const links = linksIn(test);
    assert.equal((links as unknown[][])[0]?.length, 4);
    await test.writer.matcher.rebuild();
    assert.deepEqual(linksIn(test), links);
  });

  it("are a reason of a match", async () => {
    const test = openPlatforms(records(award(CHEFS)), records(prize(CHEFS)));
    await test.pass();
    const reasons = test.rows("SELECT reasons FROM matches").map(String);
    assert.equal(reasons.length, 4);
    for (const each of reasons) assert.match(each, /"3 other outcomes of the two events match too"/);
  });

  it("take in a new sibling without mining the others, and lose one that asks something else", async () => {
    const others = Array.from({ length: 30 }, (_, index) =>
      market({
        id: `x${index}`,
        eventId: `x${index}`,
        title: `Will city number ${index} of Utopia elect mayor X${index}?`,
      }),
    );
    const test = openPlatforms([...records(award(CHEFS)), ...others], records(prize(CHEFS)));
    await test.pass();
    const names = `${CHEFS}, Eli Okafor`;
    test.scripts.polymarket.full = [listing(records(prize(names)))];
    await test.pass();
    assert.equal(test.value("SELECT members FROM families WHERE platform = 'polymarket'"), 5);
    test.scripts.kalshi.full = [listing([...records(award(names)), ...others])];
    await test.pass();
    const links = linksIn(test);
    assert.equal((links as unknown[][])[0]?.length, 5);
    await test.writer.matcher.rebuild();
    assert.deepEqual(linksIn(test), links);
    const [first, ...rest] = records(prize(names));
    assert.ok(first !== undefined);
    test.scripts.polymarket.full = [listing([{ ...first, title: "Will it snow in Oslo on March 3, 2027?" }, ...rest])];
    await test.pass();
    assert.equal(test.value("SELECT members FROM families WHERE platform = 'polymarket'"), 4);
    assert.equal((linksIn(test) as unknown[][])[0]?.length, 4);
  });

  it("forget a link, and what it learned, when a family ends", async () => {
    const test = openPlatforms(records(award(CHEFS)), records(prize(CHEFS)));
    await test.pass();
    const changed = records(prize(CHEFS)).map((one, index) => ({
      ...one,
      title: `Will comet ${index}${index} Alpha be seen in 20${30 + index}?`,
    }));
    test.scripts.polymarket.full = [listing(changed)];
    await test.pass();
    assert.equal(test.value("SELECT count(*) FROM family_links"), 0);
    assert.equal(
      test.value("SELECT count(*) FROM families WHERE template LIKE '%ladl%' AND platform = 'polymarket'"),
      0,
    );
  });
});

describe("the names of a family", () => {
  it("match where they are the only ones left, and say so", async () => {
    const six = `${CHEFS}, Eli Okafor, Fay Moreau`;
    const test = openPlatforms(records(award(`${six}, Golden Nuts Union`)), records(prize(`${six}, Warrior Holding`)));
    await test.pass();
    const reasons = test.value(`SELECT reasons FROM matches JOIN markets ON market_key = a_market_key
      WHERE id IN ('kalshi Golden Nuts Union', 'polymarket Warrior Holding')`);
    assert.ok(
      JSON.parse(String(reasons)).includes("the only outcome left in both events; the other 6 match"),
      String(reasons),
    );
    assert.equal(test.value("SELECT count(*) FROM matches"), 7);
  });
});

describe("a question that a platform lists twice", () => {
  const kalshi = market({ id: "K", eventId: "K", title: "Will Acme release Orion before Jan 1, 2027?" });
  const twin = (id: string, title: string, closesAt = START + 60 * DAY_MS): MarketRecord =>
    market({ id, eventId: id, title, closesAt });

  it("gets the match in both listings, whichever scores better", async () => {
    const test = openPlatforms(
      [kalshi],
      [twin("P1", "Acme Orion released by December 31, 2026?"), twin("P2", "acme orion released by december 31 2026")],
    );
    await test.pass();
    assert.deepEqual(matchedIn(test), ["P1", "P2"]);
  });
});

const matchedIn = ({ rows }: Pick<TestWriter, "rows">): unknown[] =>
  rows("SELECT id FROM matches JOIN markets ON market_key = b_market_key ORDER BY id").flat();
