// How an open page moves: assets/live.js reads it again by its ETag every few seconds and changes it in place. This says which
// part, and which markets the writer reads more often meanwhile.

import type { Context } from "../../context.ts";
import { freshnessOf } from "../../domain/freshness.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { ago, moment } from "./figures.ts";
import { type Html, html } from "./html.ts";

type Status = "open" | "closed";

/** The markets and questions of a page: open ones are read more often while somebody looks at it. */
export interface Followed {
  readonly markets?: readonly { readonly platform: string; readonly id: string; readonly status: Status }[];
  readonly questions?: readonly { readonly id: string; readonly status: Status }[];
  /** Whether the subject of the page is settled: then only its open markets are followed. */
  readonly isSettled?: boolean;
}

/**
 * The part of a page that live.js updates, under a line that says how old it is. `now` in epoch milliseconds. Where all
 * is settled, the line says so and nothing is updated.
 */
export function livePart({ hub }: Pick<Context, "hub">, now: number, followed: Followed, content: Html): Html {
  const { isSettled = false } = followed;
  const markets = (followed.markets ?? []).filter(({ status }) => status === "open");
  const questions = (followed.questions ?? []).filter(({ status }) => status === "open");
  const isOver = isSettled && markets.length + questions.length === 0;
  if (!isOver)
    hub.notePage({
      markets: new Set(markets.map(({ platform, id }) => `${platform}:${id}`).toSorted()),
      events: new Set(),
      questions: new Set(questions.map(({ id }) => id).toSorted()),
    });
  const printed = html`<p class="printed">As of ${asOf(now)}</p>`;
  if (isOver)
    return html`<p class="signal">Settled. These prices no longer change.</p>
<div id="live">${printed}${content}</div>`;
  return html`<p class="signal">${isSettled && "Settled. Other prices: "}<span data-made>As of ${asOf(now)}</span></p>
<div id="live" data-live>${printed}${content}</div>`;
}

const asOf = (now: number): Html => html`<span class="made">${moment(now)}</span>`;

/** The text without ages: pages that differ only in ages have the same ETag. */
export const withoutAges = (text: string): string =>
  text.replace(/<span class="made">.*?<\/span>/g, "").replace(/ data-(age|due)="-?\d+">[^<]*/g, ">");

/** How fresh the prices of each platform are: "Kalshi live, 20 s ago". */
export function priceSign({ store, config, clock }: Pick<Context, "store" | "config" | "clock">): Html {
  const now = clock.now();
  const states = store.sources.listReads(config.platforms).map((reads) => {
    const { name } = getPlatform(reads.platform);
    const { lastSuccessAt } = reads;
    if (lastSuccessAt === null) return html`<li>${sign("unknown", `${name} not read yet`)}</li>`;
    const state = freshnessOf(reads, now, config.ingests);
    return html`<li>${sign(state, `${name} ${state}`)}, ${ago(lastSuccessAt, now)}</li>`;
  });
  return html`<ul class="sign" aria-label="Platforms">${states}</ul>`;
}

/** A state shown with a dot. On a page that gets no answers, live.js says that it is the last known one. */
export const sign = (state: string, words = state): Html =>
  html`<span class="dot ${state}"></span><span data-sign="${words}">${words}</span>`;
