import type { Config } from "../../../src/config.ts";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { PLATFORMS } from "../../../src/domain/platforms.ts";
import { offersAll } from "../store/arbitrage.ts";
import { market, page } from "../store/builders.ts";
import { type GivenMatch, group } from "../store/groups.ts";
import { openTestWriter, type Script, type TestWriter } from "../store/writer.ts";
import { openTestApi } from "./api.ts";

type Given = Partial<MarketRecord> & { readonly id: string };

/** What each platform lists, which of it matches, and what was listed 24 hours before. */
export interface AskedQuestions {
  readonly listed: Readonly<Record<string, readonly Given[]>>;
  readonly matches: readonly GivenMatch[];
  /** Changes the database before the pages are served. */
  prepare?(test: TestWriter): void;
  readonly listedBefore?: Readonly<Record<string, readonly Given[]>>;
  /** Whether books offer all that spreads need. */
  readonly hasBooks?: boolean;
  readonly config?: Partial<Config>;
}

const DAY_MS = 86_400_000;

/** The pages and the API over questions that several platforms ask. */
export async function openQuestionSite(asked: AskedQuestions) {
  const { listed, matches, listedBefore, prepare, hasBooks = false, config = {} } = asked;
  const scripts: Record<string, Script> = {};
  const list = (listings: AskedQuestions["listed"]): void => {
    for (const [platform, markets] of Object.entries(listings)) {
      scripts[platform] = Object.assign(scripts[platform] ?? {}, {
        full: [page(markets.map(market))],
        ...(hasBooks && { books: offersAll }),
      });
    }
  };
  list(listedBefore ?? listed);
  const test = openTestWriter({ scripts });
  const now = test.clock.now();
  if (listedBefore !== undefined) {
    test.clock.fixAt(now - DAY_MS);
    await test.writer.runOnce(new Set());
    test.clock.fixAt(now);
    list(listed);
  }
  await test.writer.runOnce(new Set());
  group(test, matches);
  await test.writer.books.run();
  prepare?.(test);
  const platforms = PLATFORMS.map(({ id }) => id);
  const site = await openTestApi({ writer: test, hasPages: true, config: { platforms, ...config } });
  const { secret } = await site.make({ tier: "pro" });
  return {
    ...site,
    test,
    regroup: (given: readonly GivenMatch[]) => group(test, given),
    async api(path: string) {
      const { json } = await site.get(`/api/v1${path}`, { "X-API-Key": secret });
      return json.data;
    },
  };
}
