import type { Context } from "../../context.ts";
import { pathPlatform } from "../../http/filters.ts";
import type { Caller, Picture, Route } from "../../http/route.ts";
import { readEvent, readMarket, readQuestion, type Subject } from "../embeds/subject.ts";
import { SITE_PICTURE } from "../page/head.ts";
import { idOfPicture, pathPicture } from "../page/picture-file.ts";
import { createPublicPages } from "../page/public-page.ts";
import { drawPicture } from "./picture.ts";
import { createPictures, MAX_AGE_SECONDS } from "./pictures.ts";
import { createRenderer } from "./renderer.ts";
import { readSite } from "./site.ts";

/** Link previews show them on any site. */
const HEADERS = {
  "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}, stale-while-revalidate=3600`,
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** The pictures that link previews show of the site, markets, events and questions: 1200 × 630, as https://ogp.me names them. */
export function previewPages(platforms: readonly string[]): readonly Route[] {
  // Their own limit: a crawler that follows links counts twice otherwise.
  const { page } = createPublicPages();
  const pictures = createPictures(createRenderer());
  const platform = pathPlatform(platforms);
  const show = async (
    context: Context,
    path: string,
    { address }: Caller,
    read: () => Promise<Subject>,
  ): Promise<Picture> => {
    const { clock, site, store } = context;
    const place = { host: new URL(site.origin()).host, isDemo: store.isDemo };
    const bytes = await pictures.find(path, clock.now(), async () => drawPicture(await read(), place), address);
    return { bytes, type: "image/png", headers: HEADERS };
  };
  return [
    page({
      path: SITE_PICTURE.path,
      summary: "A picture of what is traded most, for link previews of lists",
      parameters: {},
      render: (context, _, caller) => show(context, "site", caller, () => readSite(context, platforms)),
    }),
    page({
      path: "/previews/questions/:question_id",
      summary: "A picture of a question, for link previews",
      parameters: { question_id: pathPicture("png", "3f9c2d51e07a44b1") },
      render: (context, { question_id }, caller) =>
        show(context, `questions/${question_id}`, caller, () => readQuestion(context, idOfPicture(question_id))),
    }),
    page({
      path: "/previews/markets/:platform/:market_id",
      summary: "A picture of a market, for link previews",
      parameters: { platform, market_id: pathPicture("png", "KXFED-27JAN-CUT") },
      render: (context, { platform, market_id: id }, caller) =>
        show(context, `markets/${platform}/${id}`, caller, () => readMarket(context, platform, idOfPicture(id))),
    }),
    page({
      path: "/previews/events/:platform/:event_id",
      summary: "A picture of an event, for link previews",
      parameters: { platform, event_id: pathPicture("png", "KXFED-27JAN") },
      render: (context, { platform, event_id: id }, caller) =>
        show(context, `events/${platform}/${id}`, caller, () => readEvent(context, platform, idOfPicture(id))),
    }),
  ];
}
