import { getPlatform, isRealMoney, reportsVolume } from "../../domain/platforms.ts";
import type { Cents } from "../../domain/prices.ts";
import { orientOutcome } from "../../domain/questions.ts";
import { quotedText } from "../../domain/titles.ts";
import type { Question, QuestionMember } from "../../store/questions/question.ts";
import { capitalized, gapOf, money, percent, priceText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, questionPath } from "../page/links.ts";
import { alikeNotes, titleLink } from "../page/titles.ts";

/** Volume in 24 hours and gap, for narrow pages, and what tells a question from others with its title. */
export function questionNotes(questions: readonly Question[]): (question: Question) => Html {
  const noteOf = alikeNotes(questions.map((question) => ({ ...question, platform: "", url: "" })));
  return (question) => {
    const gap = gapOf(question);
    return html`${
      question.status === "open" &&
      html`<span class="slim"> · ${questionVolume(question, question.volume24h)} in 24 h${gap && html` · gap ${gap}`}</span>`
    }${noteOf({ platform: "", id: question.id })}`;
  };
}

/** The volume of its real-money markets; "–" where none of them publishes any. */
export const questionVolume = ({ members }: Pick<Question, "members">, volume: Cents): string =>
  members.some(({ platform }) => isRealMoney(platform) && reportsVolume(platform)) ? money(volume) : "–";

/** The cell of its price. */
export const questionPrice = (question: Question) => ({
  content: priceText(question.price, question),
  className: question.status === "closed" && "over",
  key: `question:${question.id}`,
});

/** The heading of a question's row: title, category and a chip for each market that says something of its own. */
export const questionTitle = (deps: PageDeps, question: Question, note: Html): Html => {
  const chips = withoutTwins(
    question.members.map((member) => ({ ...member, figure: html`${priceText(member.price, member)}` })),
  );
  return html`${titleLink(questionPath(deps, question), question)}
<div class="asked"><span class="sub">${capitalized(question.category)}${resultNote(question)}${note}</span>
<ul class="chips" role="list" aria-label="By platform">${chips.map((one) => chip(deps, question, one, one.figure))}</ul></div>`;
};

/** Leaves out the other side of a game on one platform, unless its figure differs: price and gap of the question count both. */
const withoutTwins = <M extends Pick<QuestionMember, "platform" | "isInverted"> & { readonly figure: Html }>(
  members: readonly M[],
): readonly M[] =>
  members.filter(
    ({ platform, isInverted, figure }) =>
      !isInverted ||
      !members.some((other) => other.platform === platform && !other.isInverted && other.figure.text === figure.text),
  );

/** How it resolved, or that it is closed, after its category. */
function resultNote(question: Question): Html | false {
  if (question.status === "open") return false;
  const result = resultOf(question);
  return html` · <span class="ending">${result === undefined ? "closed" : `resolved: ${result}`}</span>`;
}

/** A link to a market with a figure in the question's direction. */
function chip(deps: PageDeps, question: Question, member: QuestionMember, figure: Html): Html {
  const { platform, status, isInverted } = member;
  return html`<li><a class="chip" href="${marketPath(deps, member)}" \
title="${meaningOf(member)}"><span class="tag p-${platform}">${getPlatform(platform).name}</span> \
<strong data-key="${platform}:${member.id}">${figure}</strong>${isInverted && html` <span class="opposite">opposite</span>`}${
    !isRealMoney(platform) && html` <span class="play">play</span>`
  }${status !== question.status && html` <span class="play">${status}</span>`}</a></li>`;
}

const meaningOf = ({ title, platform, isInverted, yesPrice }: QuestionMember): string =>
  isInverted
    ? `${getPlatform(platform).name} asks the opposite: ${quotedText(title)}. Yes there is ${percent(yesPrice)}.`
    : `${getPlatform(platform).name} asks: ${quotedText(title)}`;

/**
 * How a question resolved, in its own direction: an outcome, or "differs" where platforms disagree. Undefined while one of
 * its markets is open or its outcome is not known.
 */
export function resultOf({ status, members }: Pick<Question, "status" | "members">): string | undefined {
  if (status === "open") return undefined;
  const outcomes = new Set(members.map(({ outcome, isInverted }) => orientOutcome(outcome, isInverted)));
  if (outcomes.has(null) || outcomes.has("unknown")) return undefined;
  const [first] = outcomes;
  return outcomes.size > 1 ? "differs" : (first ?? undefined);
}
