/** A market or event among others; `url` is its page on its platform. */
export interface Alike {
  readonly platform: string;
  readonly id: string;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly closesAt: number | null;
  readonly url: string;
}

/**
 * What tells apart those of a platform that have one title: "closes 8 Oct 2026", "by Ann", else their ids. By
 * `platform:id`; those whose title nobody shares are missing.
 */
export function tellApart(rows: readonly Alike[]): ReadonlyMap<string, string> {
  const byTitle = Map.groupBy(rows, ({ platform, title }) => `${platform}:${toPlain(title)}`);
  return new Map([...byTitle.values()].filter((alike) => countOf(alike) > 1).flatMap(noteEach));
}

/** The user who made a market; only Manifold's addresses have one: manifold.markets/USER/SLUG. */
export function authorOf({ platform, url }: Pick<Alike, "platform" | "url">): string | undefined {
  if (platform !== "manifold" || !URL.canParse(url)) return undefined;
  const [, user, slug] = new URL(url).pathname.split("/");
  return slug === undefined || slug === "" ? undefined : user;
}

const keyOf = ({ platform, id }: Alike): string => `${platform}:${id}`;

/** Equal where readers see no difference. */
const toPlain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim();

/** The same market may come twice. */
const countOf = (alike: readonly Alike[]): number => new Set(alike.map(keyOf)).size;

const NOTES: readonly ((row: Alike) => string | undefined)[] = [
  ({ closesAt }) => (closesAt === null ? undefined : `closes ${dayOf(closesAt)}`),
  (row) => {
    const author = authorOf(row);
    return author === undefined ? undefined : `by ${author}`;
  },
  ({ closesAt }) => (closesAt === null ? undefined : `closes ${dayOf(closesAt)}, ${timeOf(closesAt)} UTC`),
];

/** The first kind of note that tells all of them apart. */
function noteEach(alike: readonly Alike[]): [string, string][] {
  const distinct = countOf(alike);
  const note = NOTES.find((one) => {
    const notes = new Set(alike.map(one));
    return notes.size === distinct && !notes.has(undefined);
  });
  return alike.map((row) => [keyOf(row), note?.(row) ?? `id ${row.id}`]);
}

const days = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" });

const dayOf = (at: number): string => days.format(at);

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 16);
