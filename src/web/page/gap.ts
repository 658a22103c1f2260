import { isRealMoney } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import type { QuestionPrice } from "../../domain/questions.ts";
import { cents } from "./figures.ts";
import { type Html, html } from "./html.ts";

/** What a gap is. */
export const GAP_MEANING = "The highest price minus the lowest price";

interface Compared extends Pick<QuestionPrice, "priceSource"> {
  readonly gap: Micros | null;
  readonly members: readonly { readonly platform: string }[];
}

/** The gap of a question: "1.5¢", marked where it is in play money; "–" where only one price counts. */
export function gapOf(question: Compared): Html {
  const { gap, priceSource } = question;
  if (gap === null) {
    const reason = singleReason(question);
    return html`<span title="${reason}">–<span class="hide"> ${reason}</span></span>`;
  }
  return html`${cents(gap)}${priceSource === "play_money" && html` <span class="play">play money</span>`}`;
}

/** The gap with its name: "gap 1.5¢", or the reason why there is none. */
export const gapNote = (question: Compared): Html =>
  question.gap === null ? html`${singleReason(question)}` : html`gap ${gapOf(question)}`;

/** Why only one price counts. */
export function singleReason({ priceSource, members }: Compared): string {
  const real = new Set(members.map(({ platform }) => platform).filter(isRealMoney));
  return priceSource === "real_money" && real.size === 1 ? "only one real-money platform" : "only one current price";
}
