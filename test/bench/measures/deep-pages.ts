import { medianOf } from "../load/rounds.ts";
import { type Page, walkCursors } from "../load/sequence.ts";
import type { Findings } from "../report.ts";
import { programsOf, type Setting, startOne } from "../setting.ts";

const PAGES = 1000;

/** Walks the whole list by cursor: the last pages must cost what the first did. */
export async function measureDeepPages(setting: Setting): Promise<Findings> {
  const [program] = programsOf(setting).slice(-1);
  if (program === undefined) return {};
  const contender = await startOne(setting, program.name, program.program);
  try {
    const pages = await walkCursors(contender, "/api/v1/markets?page_size=50");
    const part = Math.min(PAGES, Math.floor(pages.length / 2));
    const [first, last] = [costOf(pages.slice(0, part)), costOf(pages.slice(-part))];
    return {
      targets: [
        {
          what: `page by cursor: last ${part} ÷ first ${part}`,
          measured: last.medianMs / first.medianMs,
          unit: "×",
          atMost: 1.5,
        },
      ],
      notes: [
        `${pages.length} pages of 50 by cursor: first ${part} ${first.medianMs.toFixed(2)} ms each, last ${part} ` +
          `${last.medianMs.toFixed(2)} ms; processor time ${first.cpuMs.toFixed(2)} ms and ${last.cpuMs.toFixed(2)} ms`,
      ],
    };
  } finally {
    await contender.stop();
  }
}

/** Median time of a page, and processor time of a page on average. */
function costOf(pages: readonly Page[]): { medianMs: number; cpuMs: number } {
  const [first, last] = [pages[0], pages.at(-1)];
  const cpuMicros = (last?.cpuMicros ?? 0) - (first?.cpuMicros ?? 0);
  return { medianMs: medianOf(pages.map(({ ms }) => ms)), cpuMs: cpuMicros / 1000 / Math.max(1, pages.length - 1) };
}
