import { leaveSettings } from "../service/process.ts";
import { DAY_MS, event, market, page, START } from "../store/builders.ts";
import { openTestWriter } from "../store/writer.ts";

const listing = (...titles: (readonly [string, string])[]) =>
  page(
    titles.map(([id, title]) => market({ id, title, eventId: id, closesAt: START + 40 * DAY_MS })),
    titles.map(([id, title]) => event({ id, title })),
  );

/** Fills a database with kalshi:K1, which matches polymarket:P1, and polymarket:P2, which differs from it by its year. */
export async function fillWithAcme(file: string): Promise<void> {
  const test = openTestWriter({
    file,
    scripts: {
      kalshi: { full: [listing(["K1", "Will Acme release Orion before Jan 1, 2027?"])] },
      polymarket: {
        full: [listing(["P1", "Acme Orion released by December 31, 2026?"], ["P2", "Acme Orion released in 2028?"])],
      },
    },
  });
  await test.pass();
  await test.writer.close();
  leaveSettings();
}
