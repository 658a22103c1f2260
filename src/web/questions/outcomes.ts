import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import type { EventDetail } from "../../store/events.ts";
import type { Question, QuestionMember } from "../../store/questions/question.ts";
import { type EventOutcome, listOutcomes, volumeOf } from "../markets/market-table.ts";
import { counted, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { eventFile, eventPath, fileAnchor, marketPath, platformTag, questionPath } from "../page/links.ts";
import { outcomeOnly } from "../page/titles.ts";

const MAX_OUTCOMES = 10;

/** The events that a question is part of, and what else one of them can end with. */
export interface QuestionEvents {
  /** One for each platform. */
  readonly events: readonly EventDetail[];
  /** That of the market with the title, or another if that has no other outcomes. */
  readonly compared: OtherOutcomes | undefined;
  /** By `platform:id` of an outcome's market. */
  readonly questions: ReadonlyMap<string, Question>;
}

interface OtherOutcomes {
  readonly event: EventDetail;
  /** The highest price first. */
  readonly outcomes: readonly EventOutcome[];
}

export async function readEvents({ store, clock }: Context, question: Question): Promise<QuestionEvents> {
  const found = await Promise.all(
    oneOfEachPlatform(question.members).map(async (member) => ({
      member,
      event: await store.events.find(member.platform, member.eventId),
    })),
  );
  const events = found.flatMap(({ member, event }) =>
    event === undefined || isAlone(event, member) ? [] : [{ member, event, outcomes: listOthers(event, question) }],
  );
  const listed = events.filter(({ outcomes }) => outcomes.length > 0);
  const compared = listed.find(({ member }) => member.isTitled) ?? listed[0];
  const markets = compared?.outcomes.map(({ market }) => market) ?? [];
  return {
    events: events.map(({ event }) => event),
    compared,
    questions: await store.questions.ofMarkets(markets, clock.now()),
  };
}

/** Whether the page of an event would say no more than that of its market. */
const isAlone = ({ marketCount, title }: EventDetail, member: QuestionMember): boolean =>
  marketCount === 1 && title === member.title;

const listOthers = (event: EventDetail, { members, status }: Question): readonly EventOutcome[] =>
  listOutcomes(event, "price")
    .filter(({ market }) => market.status === status)
    .filter(({ market }) => !members.some(({ platform, id }) => platform === market.platform && id === market.id))
    .slice(0, MAX_OUTCOMES);

/** Links to its events: ", part of Fed decision in December? on Kalshi". */
export const eventLinks = (deps: PageDeps, { events }: QuestionEvents): Html | false =>
  events.length > 0 &&
  html`, part of ${events.map((event, index) => html`${index > 0 && ", "}${eventLink(deps, event)}`)}`;

const eventLink = (deps: PageDeps, event: QuestionEvents["events"][number]): Html =>
  html`<bdi><a href="${eventPath(deps, event)}">${event.title}</a></bdi> on ${platformTag(event.platform)}`;

export function outcomeSection(deps: PageDeps, { compared, questions }: QuestionEvents): Html | false {
  if (compared === undefined) return false;
  const { event, outcomes } = compared;
  const { name } = getPlatform(event.platform);
  return html`<section aria-labelledby="outcomes"><h2 id="outcomes">Other outcomes</h2>
<p class="note">Outcomes of the event <bdi><a href="${eventPath(deps, event)}">${event.title}</a></bdi>, with prices on ${name}.</p>
<table class="board"><caption class="hide">Other outcomes of the event on ${name}</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Outcome</th><th scope="col" class="num">Volume</th></tr></thead>
<tbody>${outcomes.map((outcome) => outcomeRow(deps, event, outcome, questions))}</tbody></table>
<p class="more">${fileAnchor(deps, eventFile(event, "markets"), { title: `All outcomes on ${name}` })}</p></section>`;
}

function outcomeRow(
  deps: PageDeps,
  event: EventDetail,
  { market, label }: EventOutcome,
  questions: QuestionEvents["questions"],
): Html {
  const { platform, id, yesPrice } = market;
  const question = questions.get(`${platform}:${id}`);
  const [path, note] =
    question === undefined
      ? [marketPath(deps, market), `only on ${getPlatform(platform).name}`]
      : [questionPath(deps, question), `on ${counted(oneOfEachPlatform(question.members).length, "platform")}`];
  return html`<tr data-row="${platform}:${id}"><td class="yes" data-key="${platform}:${id}">${percent(yesPrice)}</td>\
<th scope="row"><a href="${path}" class="title" dir="auto">${outcomeOnly(label, event.title)}</a>
<span class="sub">${note}</span></th><td class="num">${volumeOf(market)}</td></tr>`;
}
