/** Whether a title names an outcome and nothing of what it is an outcome of. `labels` are the names of all outcomes. */
export function isBare(title: string, labels: ReadonlySet<string>): boolean {
  const plain = toPlain(title);
  if (ANSWERS.has(plain)) return true;
  return [plain, plain.replace(/ (?:wins?|to win|yes|no)$/, "")].some((one) => labels.has(one));
}

const ANSWERS: ReadonlySet<string> = new Set("yes|no|over|under|up|down|draw|tie|other|none".split("|").concat(""));

/** The names of outcomes as `isBare` compares them. Questions that are an outcome's whole name stand alone. */
export const toLabels = (labels: readonly string[]): ReadonlySet<string> =>
  new Set(labels.filter((label) => !label.includes("?")).map(toPlain));

const toPlain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The titles that a page shows: its heading and all links with one, as the text that is read. */
function titlesIn(page: string): string[] {
  const found = page.matchAll(/<h1 class="title"[^>]*>(.*?)<\/h1>|<a href="[^"]*" class="title"[^>]*>(.*?)<\/a>/gs);
  return [...found].map(([, heading, link]) => toText(heading ?? link ?? ""));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const toText = (markup: string): string =>
  markup.replaceAll(/<[^>]+>/g, "").replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");

/** Where titles are shown, found by going through the lists page by page and along some of their links. */
export async function walkTitles(get: (path: string) => Promise<string>): Promise<Map<string, string[]>> {
  const titles = new Map<string, string[]>();
  const links = new Set<string>();
  const visit = async (path: string): Promise<string> => {
    const text = await get(path);
    titles.set(path, titlesIn(text));
    return text;
  };
  const gather = (text: string): void => {
    const found = text.matchAll(/href="(\/(?:markets|events|questions)\/[^"?#]+)"/g);
    for (const [, path = ""] of found) if (!path.endsWith(".csv")) links.add(path);
  };
  for (const path of SINGLE_LISTS) gather(await visit(path));
  for (const path of LISTS) {
    for (let page = 1; page <= MAX_PAGES; page++) {
      const text = await visit(`${path}${path.includes("?") ? "&" : "?"}page=${page}`);
      gather(text);
      if (!text.includes(`page=${page + 1}`)) break;
    }
  }
  for (const kind of ["markets", "events", "questions"]) {
    const own = [...links].filter((path) => path.startsWith(`/${kind}/`));
    const step = Math.max(1, Math.floor(own.length / MAX_LINKS));
    for (const [index, path] of own.entries()) if (index % step === 0) await visit(path.replaceAll("&amp;", "&"));
  }
  return titles;
}

const PLATFORM_NAMES = ["polymarket", "kalshi", "manifold", "predictit"];
const SINGLE_LISTS = ["/", ...PLATFORM_NAMES.map((one) => `/?platform=${one}`), "/arbitrage?min_confidence=low"];
const LISTS = ["/markets?status=all", "/questions?status=all", "/search?q=will&status=all", "/search?q=win&status=all"];
const MAX_PAGES = 12;
const MAX_LINKS = 30;
