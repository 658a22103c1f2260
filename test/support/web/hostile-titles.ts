import { toOutcomeTitle } from "../../../src/domain/markets.ts";
import { openTestApi } from "../service/api.ts";
import { DAY_MS, event, market, page, resolvedMarket, START } from "../store/builders.ts";
import { group } from "../store/groups.ts";
import { openTestWriter } from "../store/writer.ts";

export const CUP = "Who wins the cup?";
export const GAME = "Reds at Blues (Oct 8)";
export const ARABIC = "من سيفوز بكأس العالم؟";
export const LONG = `Will ${"the committee that meets every other week in the old town hall and ".repeat(4)}decide?`;
export const LONGEST = `Will ${"one more word of a very long title and then ".repeat(12)}it ends?`;
export const UNBROKEN = `Will${"Supercalifragilistic".repeat(9)}?`;
export const EMOJI = "👩‍👩‍👧‍👦🏳️‍🌈 Will 🚀🚀🚀 reach 🌕 before 2027? 😀";
export const TURNED = "Will it \u202Efdp.exe be opened?";
export const RAIN = "Will it rain on the day of the parade?";

const kalshi = [
  ...["Reds", "Blues", "Yes"].map((label, index) =>
    market({
      id: `cup-${label}`,
      eventId: "cup",
      title: toOutcomeTitle(CUP, label),
      outcomeLabel: label,
      volume: 900_000 - index,
    }),
  ),
  ...["Reds", "Blues"].map((label) =>
    market({
      id: `game-${label}`,
      eventId: "game",
      title: toOutcomeTitle(GAME, label),
      outcomeLabel: label,
      volume: 800_000,
    }),
  ),
  ...["الهلال", "Al Nassr"].map((label) =>
    market({
      id: `arabic-${label}`,
      eventId: "arabic",
      title: toOutcomeTitle(ARABIC, label),
      outcomeLabel: label,
      volume: 700_000,
    }),
  ),
  market({
    id: "long",
    eventId: "long",
    title: LONG,
    volume: 650_000,
    yesPrice: 300_000,
    bestBid: 290_000,
    bestAsk: 310_000,
  }),
  market({ id: "longest", eventId: "longest", title: LONGEST, volume: 640_000 }),
  market({ id: "unbroken", eventId: "unbroken", title: UNBROKEN, volume: 630_000 }),
  market({ id: "turned", eventId: "turned", title: TURNED, volume: 620_000 }),
  resolvedMarket({ id: "done", eventId: "done", title: toOutcomeTitle(GAME, "Reds"), volume: 10 }),
];

const polymarket = [
  market({
    id: "long",
    eventId: "p-long",
    title: `${LONG} Or not?`,
    yesPrice: 450_000,
    bestBid: 440_000,
    bestAsk: 460_000,
  }),
  market({ id: "emoji", eventId: "emoji", title: EMOJI, volume: 610_000 }),
];

const manifold = [
  ...["ann", "ben"].map((user) =>
    market({
      id: `rain-${user}`,
      eventId: `rain-${user}`,
      title: RAIN,
      url: `https://manifold.markets/${user}/rain`,
      volume: 500_000,
    }),
  ),
  market({ id: "rain-later", eventId: "rain-later", title: EMOJI, closesAt: START + 9 * DAY_MS }),
  market({ id: "trial", eventId: "trial", title: "test", volume: 9_000_000, volume24h: 9_000_000 }),
  market({
    id: "trial2",
    eventId: "trial2",
    title: "[TEST] Will the parade be long?",
    volume: 9_000_000,
    volume24h: 9_000_000,
  }),
  resolvedMarket({ id: "trial3", eventId: "trial3", title: "Testing" }),
];

const named = (id: string, title: string) => event({ id, title });

/** Pages over titles that are hard to show, and markets that try the platform out. */
export async function openHostileTitles() {
  const events = [
    ...[named("cup", CUP), named("game", GAME), named("arabic", ARABIC), named("done", GAME)],
    ...[named("long", LONG), named("longest", LONGEST), named("unbroken", UNBROKEN), named("turned", TURNED)],
  ];
  const own = [...manifold, ...polymarket].map(({ eventId, title }) => named(eventId, title));
  const test = openTestWriter({
    scripts: {
      kalshi: { full: [page(kalshi, events)] },
      polymarket: { full: [page(polymarket, own)] },
      manifold: { full: [page(manifold, own)] },
    },
  });
  await test.writer.runOnce(new Set());
  group(test, [{ a: "kalshi", b: "polymarket", id: "long" }]);
  return { ...(await openTestApi({ writer: test, hasPages: true })), test };
}
