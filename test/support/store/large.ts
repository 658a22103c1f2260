import type { EventRecord, MarketRecord } from "../../../src/domain/markets.ts";
import { toGroups } from "../../../src/domain/matching/matches.ts";
import { flushGathered } from "../../../src/store/catalogue/gathered.ts";
import { saveGroups } from "../../../src/store/matching/pairs.ts";
import { book, offersAll } from "./arbitrage.ts";
import { DAY_MS, event, market, page, START } from "./builders.ts";
import { openTestWriter, type Script, type TestWriter } from "./writer.ts";

/** How much a large database has. */
export interface LargeSize {
  /** Events of which at most one outcome can be yes, each with a spread over all of them. */
  readonly events: number;
  /** Questions that two platforms ask, every fifth of them a third one; each has a spread. */
  readonly questions: number;
}

/** Their mean is 13. */
const OUTCOMES = [3, 6, 24, 9, 20, 15, 12, 15] as const;
const PLATFORMS = ["kalshi", "polymarket"] as const;
const CATEGORIES = ["politics", "sports", "crypto", "economics"] as const;
const PAGE_RECORDS = 1000;

/** The name of the event, question or market of a number. */
export const idOf = { event: (index: number) => `race-${index}`, question: (index: number) => `q-${index}` } as const;

export const countMarkets = ({ events, questions }: LargeSize): number =>
  Array.from({ length: events }, (_, index) => outcomesOf(index)).reduce((sum, count) => sum + count, 0) +
  questions * 2 +
  Math.ceil(questions / 5);

/** A database whose every event and question has a spread, the books of the best ones among them. */
export async function openLarge(size: LargeSize): Promise<TestWriter> {
  const listed = new Map<string, { markets: MarketRecord[]; events: EventRecord[] }>();
  const list = (platform: string) => {
    const known = listed.get(platform) ?? { markets: [], events: [] };
    listed.set(platform, known);
    return known;
  };
  for (let index = 0; index < size.events; index++) addEvent(list(PLATFORMS[index % 2] ?? "kalshi"), index);
  for (let index = 0; index < size.questions; index++) {
    for (const [place, platform] of platformsOf(index).entries()) addQuestion(list(platform), index, place);
  }
  const scripts = Object.fromEntries([...listed].map(([id, one]) => [id, { full: toPages(one), books: offersAll }]));
  const test = openTestWriter({ scripts });
  await fill(test, scripts);
  joinQuestions(test, size.questions);
  await test.writer.books.run();
  return test;
}

const outcomesOf = (index: number): number => OUTCOMES[index % OUTCOMES.length] ?? 3;

const platformsOf = (index: number): readonly string[] => (index % 5 === 0 ? [...PLATFORMS, "manifold"] : PLATFORMS);

interface Listed {
  readonly markets: MarketRecord[];
  readonly events: EventRecord[];
}

/** All bids together are above a dollar, or all asks below it. */
function addEvent({ markets, events }: Listed, index: number): void {
  const count = outcomesOf(index);
  const category = CATEGORIES[index % CATEGORIES.length] ?? "other";
  const isDear = index % 3 > 0;
  const sum = (isDear ? 1_010_000 : 900_000) + (index % 40) * 2000;
  events.push(event({ id: idOf.event(index), title: `Who will win race ${index}?`, category, isExclusive: true }));
  for (let place = 0; place < count; place++) {
    const price = Math.round(sum / count / 1000) * 1000 + (isDear ? 1000 : -1000);
    markets.push(
      market({
        ...{ id: `${idOf.event(index)}-${place}`, eventId: idOf.event(index) },
        title: `Will runner ${place} win race ${index}?`,
        ...{ yesPrice: price, bestBid: price - 1000, bestAsk: price + 1000 },
        ...{ volume: 1000 + ((index * 7919 + place * 31) % 9_000_000), volume24h: (index * 31 + place) % 90_000 },
        closesAt: START + (1 + (index % 300)) * DAY_MS,
      }),
    );
  }
}

function addQuestion({ markets, events }: Listed, index: number, place: number): void {
  const id = idOf.question(index);
  const category = CATEGORIES[index % CATEGORIES.length] ?? "other";
  events.push(event({ id, title: `Question ${index}`, category }));
  const price = 200_000 + (index % 60) * 10_000 + place * (30_000 + (index % 9) * 2000);
  const closesAt = START + (1 + (index % 300)) * DAY_MS;
  markets.push(market({ id, eventId: id, title: `Will question ${index} be answered?`, ...book(price), closesAt }));
}

function toPages({ markets, events }: Listed) {
  const known = new Map(events.map((one) => [one.id, one]));
  const pages = [];
  for (let from = 0; from < markets.length; from += PAGE_RECORDS) {
    const records = markets.slice(from, from + PAGE_RECORDS);
    const ids = [...new Set(records.map(({ eventId }) => eventId))];
    pages.push(
      page(
        records,
        ids.flatMap((id) => known.get(id) ?? []),
      ),
    );
  }
  return pages;
}

/** Reads every platform in one transaction: a page of the file is then written once. Nothing is matched. */
async function fill({ db, writer }: TestWriter, scripts: Readonly<Record<string, Script>>): Promise<void> {
  const { writing } = writer;
  const { step, part, bulk } = writing;
  writing.step = async (work) => {
    const result = work({ isSpent: () => false, spend: () => undefined });
    flushGathered(writing);
    return result;
  };
  writing.part = writing.step;
  writing.bulk = writing.step;
  db.exec("BEGIN");
  await Promise.all(writer.poller.runOnce(new Set(Object.keys(scripts))));
  db.exec("DELETE FROM match_queue; COMMIT");
  Object.assign(writing, { step, part, bulk });
}

/** Groups the markets of each question, as matching would. */
function joinQuestions({ db, write, writer }: TestWriter, questions: number): void {
  const find = db.prepare("SELECT market_key, event_key FROM markets WHERE platform = ? AND id = ?").raw();
  const insert = db.prepare("INSERT INTO matches VALUES (?, ?, 950000, 'same', '[\"both by the end of 2026\"]')");
  write(() => {
    for (let index = 0; index < questions; index++) {
      const members = platformsOf(index).map((platform) => {
        const [marketKey = 0, eventKey = 0] = find.get(platform, idOf.question(index)) as number[];
        return { marketKey, eventKey, platform };
      });
      members.sort((one, other) => one.marketKey - other.marketKey);
      const links = members.flatMap(({ marketKey: a }, place) =>
        members.slice(place + 1).map(({ marketKey: b }) => ({ a, b, relation: "same" as const })),
      );
      for (const { a, b } of links) insert.run(a, b);
      saveGroups(writer.writing, members, toGroups(members, links), START);
    }
  });
}
