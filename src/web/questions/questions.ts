import { questionList } from "../../api/questions.ts";
import type { Context } from "../../context.ts";
import { getPlatform, isRealMoney, reportsVolume } from "../../domain/platforms.ts";
import type { Cents } from "../../domain/prices.ts";
import { orientOutcome } from "../../domain/questions.ts";
import { quotedText } from "../../domain/titles.ts";
import type { Route } from "../../http/route.ts";
import type { Question, QuestionMember } from "../../store/questions/question.ts";
import type { ListedQuestion } from "../../store/questions/questions.ts";
import { filterWords } from "../browse/filters.ts";
import { figureColumns, listPages, movementColumns, sortableTable, type TableView } from "../browse/list-page.ts";
import { capitalized, GAP_MEANING, gapOf, money, percent, priceText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { alikeNotes, marketPath, questionPath, titleLink } from "../page/links.ts";
import type { PublicPages } from "../page/public-page.ts";
import { num, words } from "../page/table.ts";

const SORTS = {
  volume: "volume",
  volume_24h: "24 h volume",
  change: "24 h change",
  gap: "gap",
  platforms: "number of platforms",
  closing: "close time",
};

export const questionListPages = (pages: PublicPages, platforms: readonly string[]): readonly Route[] =>
  listPages(pages, questionList(platforms), {
    path: "/questions",
    title: "Questions",
    lead: html`<p class="lead">Two or more platforms ask each of these questions.</p>`,
    noun: "question",
    filters: [
      ...["q", "platform", "category", "status", "min_volume", "min_gap_cents", "closing_before"],
      ...["sort", "real_money_only"],
    ],
    words: {
      ...filterWords(platforms),
      min_gap_cents: { label: "Smallest gap in ¢" },
      sort: { label: "Sort by", choices: SORTS },
    },
    draw: questionTable,
    follow: (questions) => ({ questions }),
  });

/** Questions with the price on each platform. The page needs browse.css. */
export async function questionTable(
  context: Context,
  questions: readonly ListedQuestion[],
  view: TableView,
): Promise<Html> {
  const movements = await context.store.movements.ofQuestions(questions, view.now);
  const notesOf = questionNotes(questions);
  const noteOf = (question: ListedQuestion): Html =>
    html`${notesOf(question)}${question.risks.map(({ texts }) => html` · ${texts[0]}`)}`;
  return sortableTable<ListedQuestion>(
    questions,
    {
      rowName: ({ id }) => `question:${id}`,
      columns: [
        words("Yes", questionPrice, "yes"),
        { ...words("Question", (question) => questionTitle(context, question, noteOf(question))), isHead: true },
        ...movementColumns(questions, movements),
        { ...num("Gap", (question) => gapOf(question) ?? "", GAP_MEANING), sort: "gap", isWide: true },
        ...figureColumns(questions, view.now, {
          volume24hOf: (question) => questionVolume(question, question.volume24h),
          volumeOf: (question) => questionVolume(question, question.volume),
        }),
      ],
    },
    view,
  );
}

/** Volume in 24 hours and gap, for narrow pages, and what tells a question from others with its title. */
function questionNotes(questions: readonly Question[]): (question: Question) => Html {
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
const questionPrice = (question: Question) => ({
  content: priceText(question.price, question),
  className: question.status === "closed" && "over",
  key: `question:${question.id}`,
});

/** The heading of a question's row: title, category and a chip for each market that says something of its own. */
const questionTitle = (deps: PageDeps, question: Question, note: Html): Html => {
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
