import type { Context } from "../../context.ts";
import { refusedUntil } from "../../domain/books.ts";
import { commandToAccept, troubleOf } from "../../domain/freshness.ts";
import { MATCHING_MEANING, progressText } from "../../domain/matching/under-way.ts";
import { commandToCompare, unusualText } from "../../domain/oddities.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { SourceStatus } from "../../store/sources.ts";
import { ago, ahead, counted, counting } from "./figures.ts";
import { type Html, html } from "./html.ts";
import { pathTo } from "./layout.ts";

/** Why platforms have no data, or old data: what is happening, since when, and what to do. False while all is well. */
export async function readSourceNotes(context: Context, platforms: readonly string[]): Promise<Html | false> {
  const { sources, database } = await context.store.sources.list(platforms);
  return sourceNotes(context, sources, { isEmpty: database.markets === 0 });
}

/** Whom the notes are for: commands and settings are the operator's, what is unusual of a platform is on two pages alone. */
type NotesOn = "page" | "status" | "operator";

/** The same for sources that the caller has read. `isEmpty`: there is no market of any platform. */
export function sourceNotes(
  context: Context,
  sources: readonly SourceStatus[],
  { isEmpty, on = "page" }: { readonly isEmpty: boolean; readonly on?: NotesOn },
): Html | false {
  if (!context.config.ingests) return isEmpty && nothingGathered(context, on);
  const notes = [
    ...matchingNote(context),
    ...sources.flatMap((source) => sourceNote(context, source, on) ?? []),
    ...(on === "page"
      ? []
      : sources.flatMap((source) => [bookNote(context, source) ?? [], ...oddityNotes(source, on)].flat())),
  ];
  const advised = sources.map((source) => source.failedAt !== null && adviceFor(source));
  // A failing platform may never be read: it must not promise markets.
  const isFirstRead = sources.some((source) => source.lastSuccessAt === null && source.failedAt === null);
  const isFailing = sources.some(({ failedAt }) => failedAt !== null);
  return (
    notes.length > 0 &&
    html`<div class="notes">${notes}${
      on === "operator" && advised.includes(CHECK_NETWORK) && html`<p class="note">${CHECK_NETWORK}</p>`
    }${
      isFirstRead &&
      html`<p class="hint">Markets appear here as they arrive. The first pass takes a few minutes.${
        isFailing && on === "page" && html` <a href="${pathTo(context, "/status")}">Status of all platforms</a>`
      }</p>`
    }${on === "status" && advised.some((advice) => advice !== false) && operatorHint(context)}</div>`
  );
}

/** Leads to the same notes with what to do. */
const operatorHint = (context: Context): Html =>
  html`<p class="hint"><a href="${pathTo(context, "/admin")}">What the operator can do</a></p>`;

const nothingGathered = (context: Context, on: NotesOn): Html =>
  html`<div class="notes"><p class="note">There are no markets: this service gathers none, and its database is empty.</p>${
    on === "operator"
      ? html`<p class="note">Start it without <code>--no-ingest</code>, or fill the database with <code>toteboard ingest --once</code>.</p>`
      : operatorHint(context)
  }</div>`;

/** None while no more than a few markets wait. A phone has one line of it. */
function matchingNote({ passes }: Context): Html[] {
  const matching = passes.matching();
  return matching === null
    ? []
    : [html`<details class="note"><summary>${progressText(matching)}</summary> <p>${MATCHING_MEANING}</p></details>`];
}

/** Undefined for a platform that was read and does not fail. */
function sourceNote(context: Context, source: SourceStatus, on: NotesOn): Html | undefined {
  const { platform, lastSuccessAt, failedAt } = source;
  if (lastSuccessAt !== null && failedAt === null) return undefined;
  const now = context.clock.now();
  const { name } = getPlatform(platform);
  const underWay = context.passes.find(platform);
  if (lastSuccessAt === null && failedAt === null) {
    if (underWay === undefined) return html`<p class="note">${name} has not been read yet.</p>`;
    const { markets, startedAt } = underWay;
    return html`<p class="note">First read of ${name}: ${markets === 0 ? "no markets yet" : `${counted(markets, "market")} so far`}, \
started ${ago(startedAt, now)}.</p>`;
  }
  const trouble = troubleOf(source, now);
  const advice = on === "operator" && adviceFor(source);
  return (
    trouble &&
    html`<p class="note">${trouble.what} for ${counting(trouble.forMs, "")}. ${
      underWay === undefined
        ? source.nextRunAt !== null && html`Next try ${ahead(source.nextRunAt, now)}.`
        : "A try is running now."
    }${advice !== false && advice !== CHECK_NETWORK && html` ${advice}`}</p>`
  );
}

/** Undefined for a platform that gives its order books, or was not asked for them lately. */
function bookNote({ clock }: Context, { platform, booksRefusedAt }: SourceStatus): Html | undefined {
  const now = clock.now();
  const until = refusedUntil(booksRefusedAt, now);
  if (until === null) return undefined;
  return html`<p class="note">${getPlatform(platform).name} refuses order books without a key, so only its best prices are known \
here, without sizes. It is asked again ${ahead(until, now)}.</p>`;
}

/** Rows that are so more often than is usual for the platform. */
const oddityNotes = ({ platform, oddities }: SourceStatus, on: NotesOn): Html[] =>
  oddities
    .filter(({ isUnusual }) => isUnusual)
    .map(
      (oddity) =>
        html`<p class="note">${unusualText(platform, oddity)}. It may be misread${
          on === "operator" && html`: compare with <code>${commandToCompare(platform)}</code>`
        }.</p>`,
    );

/** Advice that is shown once for all platforms. */
const CHECK_NETWORK = html`Check this machine's network. <code>toteboard doctor</code> shows what it can reach.`;

/** What the operator can do about an error of a pass. */
function adviceFor({ platform, lastError }: SourceStatus): Html | false {
  const { name } = getPlatform(platform);
  const error = lastError ?? "";
  const command = commandToAccept(platform, error);
  if (command !== undefined)
    return html`${name} sends less than before, so its data is held back. If that is correct, stop the service and run \
<code>${command}</code>.`;
  if (/^http_(429|5)/.test(error)) return false;
  if (/^http_(401|403|451)/.test(error))
    return html`${name} refuses this machine, perhaps because of its country. To leave it out, list the others in \
<code>TOTEBOARD_PLATFORMS</code>.`;
  if (/^TLS certificate/.test(error)) return html`Check this machine's clock and certificates.`;
  return CHECK_NETWORK;
}
