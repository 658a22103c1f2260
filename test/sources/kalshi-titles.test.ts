import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { event, market, NOW, only, other, source } from "../support/upstream/kalshi-pages.ts";

describe("the title of a kalshi market", () => {
  const TITLES: [string, object, string][] = [
    [
      "a question that names the outcome",
      { title: "Will the bridge open in March?" },
      "Will the bridge open in March?",
    ],
    [
      "a question that names it in other order",
      { title: "Will it open, in this March?", yes_sub_title: "March, in" },
      "Will it open, in this March?",
    ],
    ["the outcome only", { title: "Reds win", yes_sub_title: "Reds" }, "When will the bridge open? Reds"],
    [
      "another question",
      { title: "Will it open soon?", yes_sub_title: "Before June" },
      "When will the bridge open? Before June",
    ],
    ["the event's title without an outcome", { yes_sub_title: "" }, "When will the bridge open?"],
    ["the event's title and the outcome is just yes", { yes_sub_title: "Yes" }, "When will the bridge open?"],
    ["something else without an outcome", { title: "March", yes_sub_title: null }, "When will the bridge open? March"],
    ["nothing", { title: undefined }, "When will the bridge open? In March"],
  ];
  it("names the outcome where all markets of the event share a title", () => {
    const title = "Reds at Blues Winner?";
    const sides = [market({ title, yes_sub_title: "Reds" }), other({ title, yes_sub_title: "Blues" })];
    const { markets } = source.normalise({ events: [event(sides, { title })] }, NOW);
    assert.deepEqual(
      markets.map((one) => one.title),
      [`${title} Reds`, `${title} Blues`],
    );
  });

  const game = (day: number, more: object = {}) => {
    const id = `KXGAME-26NOV0${day}CHIMIA`;
    const sides = ["Chicago", "Miami"].map((label) =>
      market({ ticker: `${id}-${label}`, event_ticker: id, title: `${label} wins`, yes_sub_title: label }),
    );
    return event(sides, { event_ticker: id, title: "Chicago at Miami", sub_title: `CHI at MIA (Nov ${day})`, ...more });
  };
  const titlesOf = (body: unknown): string[] => {
    const { events, markets } = source.normalise(body, NOW);
    return [...events, ...markets].map(({ title }) => title);
  };

  it("has the day that tells it from the next day's game", () => {
    assert.deepEqual(titlesOf({ events: [game(3), game(4)] }), [
      "Chicago at Miami (Nov 3)",
      "Chicago at Miami (Nov 4)",
      "Chicago at Miami (Nov 3): Chicago",
      "Chicago at Miami (Nov 3): Miami",
      "Chicago at Miami (Nov 4): Chicago",
      "Chicago at Miami (Nov 4): Miami",
    ]);
  });

  const DAYS: [string, string, string][] = [
    ["Highest temperature in Los Angeles", "On Aug 14, 2026", "Highest temperature in Los Angeles (Aug 14, 2026)"],
    ["What will the chair say?", "On Apr 29, 2026", "What will the chair say (Apr 29, 2026)?"],
    ["Fed decision on September 16?", "On Sep 16, 2026", "Fed decision on September 16?"],
    [
      "Bitcoin price on Aug 5, 2025 at 5pm EDT?",
      "On Aug 5, 2025 at 5pm EDT",
      "Bitcoin price on Aug 5, 2025 at 5pm EDT?",
    ],
    ["Who will the next leader be?", "Before 2070", "Who will the next leader be?"],
    ["When will the bridge open?", "In 2027", "When will the bridge open?"],
    ["Fed decision in Sep 2026?", "On Sep 16, 2026", "Fed decision in Sep 2026?"],
    ["Miami Marlins at Reds", "MIA at CIN (Mar 30)", "Miami Marlins at Reds (Mar 30)"],
    ["Reds at Blues", "", "Reds at Blues"],
  ];
  for (const [title, subTitle, expected] of DAYS) {
    it(`has an event called '${expected}' for '${title}' and '${subTitle}'`, () => {
      assert.equal(titlesOf(event([market(), other()], { title, sub_title: subTitle }))[0], expected);
    });
  }

  it("adds the day to a question of its own once", () => {
    const asked = (title: string) =>
      titlesOf(game(3, { markets: [market({ title, yes_sub_title: "Miami" }), other({ title: "x" })] }))[1];
    assert.equal(asked("Will Miami beat Chicago?"), "Will Miami beat Chicago (Nov 3)?");
    assert.equal(asked("Will Miami beat Chicago on Nov 3?"), "Will Miami beat Chicago on Nov 3?");
  });

  it("names the outcome where markets share a title that names both sides", () => {
    const title = "Chicago at Miami Winner?";
    const sides = ["Chicago", "Miami"].map((label) => market({ ticker: label, title, yes_sub_title: label }));
    assert.deepEqual(titlesOf(game(3, { markets: sides })).slice(1), [
      "Chicago at Miami (Nov 3): Chicago",
      "Chicago at Miami (Nov 3): Miami",
    ]);
  });

  for (const [name, fields, title] of TITLES) {
    it(`has a complete title when its own title is ${name}`, () => assert.equal(only(fields).title, title));
  }

  const CLAIM = "If Dallas wins the TB at DAL football game originally scheduled for Oct 8, 2026, then the market";
  const LONE: [string, object, string][] = [
    [
      "its rules, where its own title names the outcome only",
      { title: "Dallas wins", yes_sub_title: "Dallas", rules_primary: `${CLAIM} resolves to Yes.` },
      "Dallas wins the TB at DAL football game originally scheduled for Oct 8, 2026",
    ],
    [
      "its event's ticker, where the rules say nothing either",
      { title: "Miami", yes_sub_title: "Miami", rules_primary: "See the contract." },
      "KXBRIDGE-27: Miami",
    ],
    [
      "its rules, where its own title says two words beside the outcome",
      { title: "Dallas to win", yes_sub_title: "Dallas", rules_primary: `${CLAIM} resolves to Yes.` },
      "Dallas wins the TB at DAL football game originally scheduled for Oct 8, 2026",
    ],
    [
      "its own title, where that says three",
      { title: "Dallas wins in Tampa", yes_sub_title: "Dallas", rules_primary: `${CLAIM} resolves to Yes.` },
      "Dallas wins in Tampa",
    ],
    [
      "its event's ticker, where its own title is a bare yes",
      { title: "Yes", yes_sub_title: "Yes", rules_primary: null },
      "KXBRIDGE-27: Yes",
    ],
    [
      "its own title and the outcome",
      { title: "Highest temperature in Los Angeles", yes_sub_title: "70° to 71°" },
      "Highest temperature in Los Angeles: 70° to 71°",
    ],
    ["its own question", { title: "Will it open in March?", yes_sub_title: "In March" }, "Will it open in March?"],
  ];
  for (const [name, fields, title] of LONE) {
    it(`is made of ${name} while the event is not known`, () => {
      const { markets, events } = source.normalise({ markets: [market(fields)] }, NOW);
      assert.equal(markets[0]?.title, title);
      assert.notEqual(events[0]?.title, "Miami");
    });
  }
});
