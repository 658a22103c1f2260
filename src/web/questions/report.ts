import { createAddressLimit } from "../../access/limit.ts";
import { getQuestion, questionIdText } from "../../api/question-id.ts";
import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { AppError } from "../../errors.ts";
import { text } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Caller, Route } from "../../http/route.ts";
import { refOf } from "../../http/shown.ts";
import type { QuestionMember } from "../../store/questions/question.ts";
import type { QuestionDetail } from "../../store/questions/questions.ts";
import { formProblem, readField, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, type PageDeps, pathTo } from "../page/layout.ts";
import { platformTag, questionPath, titleParts } from "../page/links.ts";
import type { PublicPages } from "../page/public-page.ts";

const MAX_NOTE_CHARACTERS = 500;
const REPORTS_PER_MINUTE = 5;

const note = text({ description: "Why.", min: 0, max: MAX_NOTE_CHARACTERS });
const questionId = questionIdText("The question.");

export function reportPages({ form }: PublicPages): readonly Route[] {
  const limit = createAddressLimit("reports are taken from one address");
  return [
    form({
      path: "/questions/report",
      submit(context, fields, caller) {
        limit.admit(caller.address, context.clock.running(), { perMinute: REPORTS_PER_MINUTE });
        return submitReport(context, fields, caller);
      },
      refuse: refusedPage,
    }),
  ];
}

/** The form for visitors, and for the operator a link to the pairs, which site.js shows. */
export const reportSection = (deps: PageDeps, question: QuestionDetail): Html =>
  html`<details class="rules report"><summary>Report a wrong match</summary>
${reportForm(deps, question)}</details>
<p class="more" data-operator hidden><a href="${pathTo(deps, `/admin/pairs?question=${question.id}`)}">Review these pairs</a></p>`;

const reportForm = (deps: PageDeps, { id, members }: QuestionDetail, typed = ""): Html =>
  html`<form class="narrow" method="post" action="${pathTo(deps, "/questions/report")}">
<input type="hidden" name="question" value="${id}">
<fieldset><legend>Which market asks something else?</legend>
${members.map(
  (member) => html`<label class="choice"><input type="radio" name="market" required value="${refOf(member)}"> \
<span>${platformTag(member.platform)} ${titleParts(member)}</span></label>\n`,
)}</fieldset>
<label for="note">What differs? <span class="sub">One sentence, if you like.</span></label>
<textarea id="note" name="note" rows="3" maxlength="${MAX_NOTE_CHARACTERS}">${typed}</textarea>
<p class="hint">Only the operator of this site reads it.</p>
<p class="actions"><button class="main">Send the report</button></p></form>`;

async function submitReport(context: Context, fields: Query, { address }: Caller): Promise<Page> {
  const { found: question } = await getQuestion(context, readField(fields, "question", "Question", questionId));
  const market = question.members.find((member) => refOf(member) === textOf(fields, "market"));
  if (market === undefined) {
    throw new AppError(
      "validation_error",
      "choose the market that asks something else; it is no longer in this question",
    );
  }
  const written = readField(fields, "note", "What differs", note).replace(/\s+/g, " ");
  await context.commands.reportMatch({
    questionId: question.id,
    market: { platform: market.platform, id: market.id },
    other: findOther(question.members, market),
    note: written,
    address,
  });
  context.log.info(
    { question: question.id, platform: market.platform, id: market.id },
    "a match was reported as wrong",
  );
  return {
    title: "Thank you",
    main: html`<h1>Thank you</h1>
<p class="lead">You reported that ${getPlatform(market.platform).name} asks something else. The operator will look at it.</p>
<p><a href="${questionPath(context, question)}">Back to the question</a></p>`,
  };
}

/** What it should be compared with: the market that gives the title, or another platform's. */
function findOther(members: readonly QuestionMember[], market: QuestionMember) {
  const others = members.filter(({ platform }) => platform !== market.platform);
  const other = others.find(({ isTitled }) => isTitled) ?? others[0] ?? market;
  return { platform: other.platform, id: other.id };
}

/** The form again where the question is known, with the error and the sentence. */
async function refusedPage(context: Context, error: AppError, fields: Query): Promise<Page> {
  const id = textOf(fields, "question");
  const found = await getQuestion(context, id).catch((missing: unknown) => {
    if (missing instanceof AppError) return undefined;
    throw missing;
  });
  const problem = formProblem(context, "report", { form: "report", error }, "/questions");
  return {
    title: "Please check the form",
    main: html`<h1>Report a wrong match</h1>
${problem}
${
  found !== undefined &&
  html`<p><a href="${questionPath(context, found.found)}">${found.found.title}</a></p>
${reportForm(context, found.found, textOf(fields, "note"))}`
}`,
  };
}
