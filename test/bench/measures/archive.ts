import { join } from "node:path";
import { mix } from "../../../src/demo/chance.ts";
import { immediately, openDatabase } from "../../../src/store/database/db.ts";
import { migrate } from "../../../src/store/database/migrations.ts";
import { openHistory } from "../../../src/store/history/history.ts";
import type { Findings } from "../report.ts";
import type { Setting } from "../setting.ts";

const HOURS = 72;
const FOLD_POINTS = 1000;

/** What a point of history takes in the file, three days of markets that change now and then folded hour by hour. */
export async function measureArchive({ folder, markets }: Setting): Promise<Findings> {
  const file = join(folder, "archive.db");
  const db = openDatabase(file, "read-write", undefined);
  try {
    migrate(db, file);
    db.pragma("synchronous = OFF");
    const history = openHistory(db);
    const count = Math.min(10_000, markets);
    for (let hour = 0; hour < HOURS; hour++) {
      immediately(db, () => {
        for (let market = 0; market < count; market++) appendHour(history.append, market, hour);
      });
      const steps = history.fold(FOLD_POINTS);
      while (immediately(db, () => steps.next().done !== true));
    }
    const points = Number(db.prepare("SELECT count(*) FROM history_points").pluck().get());
    const bytes = Number(db.prepare("SELECT sum(pgsize) FROM dbstat WHERE name = 'history_points'").pluck().get());
    return {
      targets: [{ what: "stored history, folded", measured: bytes / points, unit: "bytes a point", atMost: 24 }],
      notes: [`${points} points of ${count} markets, folded hourly for ${HOURS} hours, in ${bytes} bytes`],
    };
  } finally {
    db.close();
  }
}

const START_SECONDS = 1_790_000_000;
/** Keys as in a database of 300,000 markets. */
const KEY_STEP = 30;

/** None to three changes in the hour, prices in whole cents as the platforms have them. */
function appendHour(append: ReturnType<typeof openHistory>["append"], market: number, hour: number): void {
  const changes = mix(market, hour) % 4;
  for (let change = 0; change < changes; change++) {
    const at = START_SECONDS + hour * 3600 + change * 1100 + (mix(market, hour + 1000 * change) % 1000);
    const yesPrice = 10_000 * (1 + (mix(at, market) % 98));
    append(market * KEY_STEP, { at, yesPrice, volume: (mix(market, 5) % 1e7) + hour * 1000 + change * 100 }, null);
  }
}
