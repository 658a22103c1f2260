import { getEvent } from "../../api/events.ts";
import { marketSchema, toMarket } from "../../api/markets.ts";
import { questionHistoryTable, readQuestionHistory, toQuestionHistory } from "../../api/question-history.ts";
import { getQuestion, pathQuestionId } from "../../api/question-id.ts";
import { questionTable, toListedQuestion } from "../../api/questions.ts";
import type { Context } from "../../context.ts";
import { pathEventId, pathPlatform } from "../../http/filters.ts";
import type { Endpoint, Route } from "../../http/route.ts";
import { listTable } from "../../http/tables/table.ts";
import { MAX_LISTED } from "../../store/titles/search.ts";
import { findWindow, rangeParameter } from "../charts/courses.ts";
import { withEnds } from "../charts/marks.ts";
import { listOutcomes } from "../markets/market-table.ts";
import type { PublicPages } from "../page/public-page.ts";
import { defaultsOf, filePage } from "./file-page.ts";

/** Tables of pages that are no list of their own, as files. */
export function filePages(
  pages: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] {
  /** What an endpoint answers, with its filters: of a list, all that can be listed. */
  const ofEndpoint = (path: string, operationId: string): Route[] =>
    endpoints
      .filter((endpoint) => endpoint.operationId === operationId)
      .map(({ summary, tier, table, handler, parameters: all }) => {
        const { limit: _l, page_size: _s, page: _p, format: _f, fields: _n, ...parameters } = all;
        if (table === undefined) throw new Error(`${path} has no table`);
        return filePage(pages, {
          ...{ path, summary, tier, parameters, table },
          async read(context, input, caller, received) {
            const asked = { ...defaultsOf(all), ...input, limit: MAX_LISTED };
            const answer = await handler(context, asked, caller, received);
            if (!("data" in answer)) throw new Error(`${path} has no data`);
            return answer;
          },
        });
      });
  return [
    ...ofEndpoint("/analytics/volume-distribution.csv", "getVolumeDistribution"),
    ...ofEndpoint("/analytics/platform-share.csv", "getPlatformShare"),
    ...ofEndpoint("/analytics/category-volume.csv", "getCategoryVolume"),
    ...ofEndpoint("/accuracy/calibration.csv", "getCalibration"),
    ...ofEndpoint("/accuracy/platforms.csv", "getAccuracy"),
    ...ofEndpoint("/accuracy/disagreements.csv", "listDisagreements"),
    filePage(pages, {
      path: "/questions/:question_id/markets.csv",
      tier: "free",
      summary: "The markets of one question",
      parameters: { question_id: pathQuestionId },
      table: { ...questionTable, name: "question-markets" },
      async read(context, { question_id }) {
        const { found } = await getQuestion(context, question_id);
        return { data: [toListedQuestion(found)] };
      },
    }),
    filePage(pages, {
      path: "/questions/:question_id/prices.csv",
      tier: "pro",
      summary: "The prices of one question over the time of its chart, platform by platform",
      parameters: { question_id: pathQuestionId, range: rangeParameter },
      table: questionHistoryTable,
      async read(context, { question_id, range }) {
        const { found } = await getQuestion(context, question_id);
        const { window } = await findWindow(context, withEnds(found.members, context.clock.now()), range);
        const to = Math.min(window.to, secondsNow(context));
        const { history } = await readQuestionHistory(context, question_id, { ...window, to });
        return { data: toQuestionHistory(history) };
      },
    }),
    filePage(pages, {
      path: "/events/:platform/:event_id/markets.csv",
      tier: "free",
      summary: "The markets of one event",
      parameters: { platform: pathPlatform(platforms), event_id: pathEventId },
      table: listTable("event-markets", marketSchema),
      async read(context, { platform, event_id }) {
        const event = await getEvent(context, platform, event_id);
        return { data: listOutcomes(event).map(({ market }) => toMarket(market)) };
      },
    }),
  ];
}

/** A chart goes on to the end of this minute, a row never. */
const secondsNow = ({ clock }: Context): number => Math.floor(clock.now() / 1000);
