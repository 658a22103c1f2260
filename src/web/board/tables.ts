import { orientOutcome } from "../../domain/questions.ts";
import type { BoardRow, BoardSubject } from "../../store/board/board.ts";
import type { BoardResult } from "../../store/board/results.ts";
import { sparkline } from "../charts/chart.ts";
import { titleCell, volume24hOf } from "../markets/market-table.ts";
import { ago, ahead, gapNote, listedChange, priceText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { alikeNotes } from "../page/titles.ts";
import { questionPrice, questionTitle, questionVolume } from "../questions/question-table.ts";

/** Questions and markets with their change in 24 hours. */
export function boardTable(deps: PageDeps, rows: readonly BoardRow[], caption: string): Html {
  const noteOf = notesOf(rows);
  return html`<table class="board"><caption class="hide">${caption}</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Question</th>\
<th scope="col" class="num"><abbr title="Change of the price in 24 hours, in percentage points">24 h change,&nbsp;pts</abbr></th>
<th scope="col" class="wide"><span class="hide">Course</span></th><th scope="col" class="num wide"><abbr title="Volume in 24 hours">24 h \
volume</abbr></th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr data-row="${nameOf(row)}">${headCells(deps, row, noteOf(row))}
<td class="num">${listedChange(row.priceChange24h)}${gapLine(row)}</td><td class="wide">${sparkline(row.course)}</td>\
<td class="num wide">${volumeOf(row)}</td></tr>`,
  )}</tbody></table>`;
}

/** Questions and markets by when they close. */
export function closingTable(deps: PageDeps, rows: readonly BoardSubject[], now: number): Html {
  const noteOf = notesOf(rows);
  return html`<table class="board"><caption class="hide">What closes next</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Question</th><th scope="col" class="num">Closes</th>\
<th scope="col" class="num wide"><abbr title="Volume in 24 hours">24 h volume</abbr></th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr data-row="${nameOf(row)}">${headCells(deps, row, noteOf(row))}
<td class="num">${ahead(("question" in row ? row.question : row.market).closesAt, now)}${gapLine(row)}</td>\
<td class="num wide">${volumeOf(row)}</td></tr>`,
  )}</tbody></table>`;
}

/** How questions and markets ended. */
export function resultTable(deps: PageDeps, results: readonly BoardResult[], now: number): Html {
  const noteOf = notesOf(results);
  return html`<table class="board"><caption class="hide">What resolved lately</caption>
<thead><tr><th scope="col" class="num">Result</th><th scope="col">Question</th><th scope="col" class="num">Resolved</th></tr></thead>
<tbody>${results.map(
    (result) =>
      html`<tr data-row="${nameOf(result)}"><td class="yes">${resultText(result)}</td>\
${resultTitle(deps, result, noteOf(result))}<td class="num">${ago(result.resolvedAt, now)}</td></tr>`,
  )}</tbody></table>`;
}

/** The questions and markets among rows, to be watched. */
export const subjectsOf = (rows: readonly (BoardSubject | BoardResult)[]) => ({
  questions: rows.flatMap((row) => ("question" in row ? [row.question] : [])),
  markets: rows.flatMap((row) => ("market" in row ? [row.market] : [])),
});

/** The same for its row on every reading of the page. */
const nameOf = (row: BoardSubject | BoardResult): string =>
  "question" in row ? `question:${row.question.id}` : `${row.market.platform}:${row.market.id}`;

/** What tells a row from others with its title. */
function notesOf(rows: readonly (BoardSubject | BoardResult)[]): (row: BoardSubject | BoardResult) => Html | false {
  const toAlike = (row: BoardSubject | BoardResult) =>
    "question" in row ? { ...row.question, platform: "", url: "" } : row.market;
  const noteOf = alikeNotes(rows.map(toAlike));
  return (row) => noteOf(toAlike(row));
}

/** Price and title. */
const headCells = (deps: PageDeps, row: BoardSubject, note: Html | false): Html =>
  "question" in row
    ? html`${questionPrice(row.question, "yes")}${questionTitle(deps, row.question, {
        note: html`${slimVolume(volumeOf(row))}${slimGap(row)}${note}`,
      })}`
    : html`<td class="yes" data-key="${row.market.platform}:${row.market.id}">${priceText(row.market.yesPrice, row.market)}</td>\
${titleCell(deps, row.market, html`${slimVolume(volume24hOf(row.market))}${note}`)}`;

/** Shown when there is no room for a column. */
const slimVolume = (volume: string): Html => html`<span class="slim"> · ${volume} in 24 h</span>`;

/** The same for the gap. */
function slimGap(row: BoardSubject): Html | false {
  const note = "question" in row && gapNote(row.question);
  return note && html`<span class="slim"> · ${note}</span>`;
}

function gapLine(row: BoardSubject): Html | false {
  const note = "question" in row && gapNote(row.question);
  return note && html`<span class="sub wide">${note}</span>`;
}

const volumeOf = (row: BoardSubject): string =>
  "question" in row ? questionVolume(row.question, row.question.volume24h) : volume24hOf(row.market);

const resultTitle = (deps: PageDeps, result: BoardResult, note: Html | false): Html =>
  "question" in result
    ? questionTitle(deps, result.question, {
        note: html`${note}`,
        members: result.resolved,
        figureOf: ({ outcome, isInverted }) => orientOutcome(outcome, isInverted) ?? "unknown",
      })
    : titleCell(deps, result.market, note);

/** An outcome in the direction of the title, "differs" where platforms disagree, else "unknown". */
export const resultText = (result: BoardResult): string =>
  result.outcome ?? ("question" in result && result.resolved.length > 1 ? "differs" : "unknown");
