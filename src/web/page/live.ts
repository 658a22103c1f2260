import type { Context } from "../../context.ts";
import { PAGE_LIMITS } from "../../feed/limits.ts";
import { moment } from "./figures.ts";
import { type Html, html } from "./html.ts";
import { type PageDeps, pathTo } from "./layout.ts";

/** When a page was made, and up to which change. */
export interface PageMoment {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly seq: number;
}

/** What a page shows and its stream names. */
export interface Followed {
  readonly markets?: readonly FollowedMarket[];
  readonly questions?: readonly FollowedQuestion[];
  /** Whether what the page is about is settled: then only what is open is followed. */
  readonly isSettled?: boolean;
}

type Status = "open" | "closed";
interface FollowedMarket {
  readonly platform: string;
  readonly id: string;
  readonly status: Status;
}
interface FollowedQuestion {
  readonly id: string;
  readonly status: Status;
}

/** The moment of a page. Called before anything is read: what changes later comes through the page's stream. */
export const beginPage = ({ clock, store }: Pick<Context, "clock" | "store">): PageMoment => ({
  seq: store.feed.bounds().last,
  now: clock.now(),
});

/**
 * The part of a page that live.js updates, under a line that shows whether it does. Where all is settled, the line says so
 * and nothing is updated.
 */
export function livePart(deps: PageDeps, { now, seq }: PageMoment, followed: Followed, content: Html): Html {
  const { isSettled = false } = followed;
  const open = isSettled ? onlyOpen(followed) : followed;
  const printed = html`<p class="printed">As of ${moment(now)}</p>`;
  if (isSettled && open.markets?.length === 0 && open.questions?.length === 0)
    return html`<p class="signal"><span class="dot"></span>Settled. These prices no longer change.</p>
<div id="live">${printed}${content}</div>`;
  return html`<p class="signal" \
data-signal><span data-part>${isSettled && "Settled. Other prices:"}</span><span class="dot"></span><span role="status">As of \
${moment(now)}</span><span data-since></span> <button type="button" class="plain" hidden>Pause</button><button type="button" \
class="plain" data-sort hidden title="Rows stay where they are while the page is open">Sort again</button></p>
<div id="live" data-live="${streamPath(deps, open)}" data-seq="${seq}">${printed}${content}</div>`;
}

const onlyOpen = ({ markets = [], questions = [] }: Followed) => ({
  markets: markets.filter(({ status }) => status === "open"),
  questions: questions.filter(({ status }) => status === "open"),
});

/** The stream of a page: of what it shows, as far as one stream may name it. Without markets and questions, of platforms. */
function streamPath(deps: PageDeps, { markets = [], questions = [] }: Followed): string {
  const questionIds = new Set(questions.map(({ id }) => id));
  // A list in an address cannot hold a comma.
  const names = new Set(markets.map(({ platform, id }) => `${platform}:${id}`).filter((name) => !name.includes(",")));
  const shown = [...questionIds].slice(0, PAGE_LIMITS.markets);
  const query = new URLSearchParams();
  if (shown.length > 0) query.set("questions", shown.toSorted().join());
  const others = [...names].slice(0, PAGE_LIMITS.markets - shown.length);
  if (others.length > 0) query.set("markets", others.toSorted().join());
  return `${pathTo(deps, "/live")}${query.size === 0 ? "" : `?${query}`}`;
}

/** A state shown with a dot; live.js marks it when the page is out of date. */
export const sign = (state: string, words = state): Html =>
  html`<span class="dot ${state}"></span><span data-sign="${words}">${words}</span>`;
