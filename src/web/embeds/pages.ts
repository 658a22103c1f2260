import { pathQuestionId } from "../../api/questions/route.ts";
import type { Context } from "../../context.ts";
import { pathEventId, pathMarketId, pathPlatform } from "../../http/filters.ts";
import { choice, inPath, optional, text } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { createPublicPages } from "../page/public-page.ts";
import { toBadge, toBadgeError } from "./badge.ts";
import { SHARED_HEADERS, THEMES, toEmbedDocument, toEmbedErrorDocument } from "./embed.ts";
import { readEvent, readMarket, readQuestion } from "./subject.ts";

/** A page of another site may show several parts of this one, and all its readers may come through one proxy. */
const TIMES_THE_PAGES = 10;

/** Parts of this site for pages of others: frames and badges. */
export function embedPages(platforms: readonly string[]): readonly Route[] {
  const pages = createPublicPages(TIMES_THE_PAGES);
  return [...framePages(pages, platforms), ...badgePages(pages, platforms)];
}

type Pages = ReturnType<typeof createPublicPages>;

const theme = optional(choice({ description: "Its colours; by default those of the reader.", values: THEMES }));

function framePages({ page }: Pages, platforms: readonly string[]): readonly Route[] {
  const refuse = toEmbedErrorDocument;
  return [
    page({
      path: "/embed/questions/:question_id",
      summary: "A question in a frame: its price on every platform",
      parameters: { question_id: pathQuestionId, theme },
      refuse,
      render: async (context, { question_id, theme }) =>
        toEmbedDocument(context, await readQuestion(context, question_id), theme),
    }),
    page({
      path: "/embed/events/:platform/:event_id",
      summary: "An event in a frame: its likeliest outcomes",
      parameters: { platform: pathPlatform(platforms), event_id: pathEventId, theme },
      refuse,
      render: async (context, { platform, event_id, theme }) =>
        toEmbedDocument(context, await readEvent(context, platform, event_id), theme),
    }),
    page({
      path: "/embed/:platform/:market_id",
      summary: "A market in a frame: its price and its course",
      parameters: { platform: pathPlatform(platforms), market_id: pathMarketId, theme },
      refuse,
      render: async (context, { platform, market_id, theme }) =>
        toEmbedDocument(context, await readMarket(context, platform, market_id), theme),
    }),
  ];
}

const label = optional(text({ description: "What its left part says.", min: 1, max: 60, example: "Fed cuts" }));

function badgePages({ page }: Pages, platforms: readonly string[]): readonly Route[] {
  const refuse: NonNullable<Route["refuse"]> = (_context, error) => toBadgeError(error, SHARED_HEADERS);
  const badge = async (subject: ReturnType<typeof readMarket>, label: string | undefined) =>
    toBadge(await subject, label, SHARED_HEADERS);
  return [
    page({
      path: "/badge/questions/:question_id",
      summary: "A question's price as a small picture",
      parameters: { question_id: pathBadge("3f9c2d51e07a44b1"), label },
      refuse,
      render: (context: Context, { question_id, label }) => badge(readQuestion(context, idOfBadge(question_id)), label),
    }),
    page({
      path: "/badge/:platform/:market_id",
      summary: "A market's price as a small picture",
      parameters: { platform: pathPlatform(platforms), market_id: pathBadge("KXFED-27JAN-CUT"), label },
      refuse,
      render: (context: Context, { platform, market_id, label }) =>
        badge(readMarket(context, platform, idOfBadge(market_id)), label),
    }),
  ];
}

/** Far longer than any id, with its ending. */
const MAX_FILE_LENGTH = 510;

/** The file name of a badge at the end of a path: an id, percent-encoded, and an ending. */
const pathBadge = (exampleId: string) =>
  inPath(
    text({
      description: "The id and .svg, percent-encoded.",
      min: 5,
      max: MAX_FILE_LENGTH,
      example: `${exampleId}.svg`,
      format: { expected: "an id and .svg,", pattern: /.\.svg$/s, json: { pattern: "\\.svg$" } },
    }),
  );

/** The id in the name of a badge's file. */
const idOfBadge = (file: string): string => file.replace(/\.svg$/, "");
