import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { integer, optional, text } from "../../http/parameters.ts";
import type { Document, Route } from "../../http/route.ts";
import { html } from "../page/html.ts";
import type { PublicPages } from "../page/public-page.ts";
import { EMBED_HEIGHT, EMBED_WIDTH, frameOf, previewPath } from "../page/sharing.ts";
import { SHARED_HEADERS } from "./headers.ts";
import { readEvent, readMarket, readQuestion, type Subject } from "./subject.ts";
import { toXmlText } from "./xml-text.ts";

const MAX_PIXELS = 10_000;
/** A wider frame would show nothing more. */
const MAX_WIDTH = 600;
/** Of the picture of link previews. */
const THUMBNAIL = { width: 1200, height: 630 };
const CACHE_SECONDS = 300;

/** Any site may read it from its own scripts. */
const HEADERS = { ...SHARED_HEADERS, "Access-Control-Allow-Origin": "*" };

const pixels = (what: string) =>
  optional(integer({ description: `The ${what} of the frame at most.`, min: 1, max: MAX_PIXELS, example: 400 }));

/** Tells how to embed a page of this site: https://oembed.com, version 1.0. */
export const oembedPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/oembed",
    summary: "How to embed a page of a market, an event or a question",
    parameters: {
      url: optional(text({ description: "The page's address.", min: 1, max: 2000 })),
      format: optional(text({ description: "json or xml.", min: 1, max: 20, example: "json" })),
      maxwidth: pixels("width"),
      maxheight: pixels("height"),
    },
    refuse: (_context, error) => toProblem(error),
    async render(context, { url, format = "json", maxwidth, maxheight }) {
      if (format !== "json" && format !== "xml") return problem(501, "format: expected json or xml");
      if (url === undefined) return problem(400, "url: required in the query: expected the address of a page");
      const subject = await findSubject(context, url, platforms);
      if (subject === undefined) return problem(404, "url: expected a market, an event or a question of this site");
      const size = {
        width: Math.min(MAX_WIDTH, maxwidth ?? EMBED_WIDTH),
        height: Math.min(EMBED_HEIGHT, maxheight ?? EMBED_HEIGHT),
      };
      const isThumbnailSmall = fits(THUMBNAIL.width, maxwidth) && fits(THUMBNAIL.height, maxheight);
      return toDocument(toMembers(context.site.origin(), subject, { size, isThumbnailSmall }), format);
    },
  }),
];

const fits = (pixels: number, max: number | undefined): boolean => max === undefined || pixels <= max;

/** The statuses of section 2.3.3; a wrong size is a bad request. */
const toProblem = ({ status, message, headers }: AppError): Document =>
  status === 429 || status >= 500
    ? { ...problem(status, message), headers }
    : problem(status === 404 ? 404 : 400, message);

const problem = (status: number, message: string): Document => ({
  text: `${message}\n`,
  type: "text/plain; charset=utf-8",
  status,
  headers: { "Access-Control-Allow-Origin": "*" },
});

/** The subject of a page; undefined where the address is not one of this site, or nothing is there. */
async function findSubject(context: Context, url: string, platforms: readonly string[]): Promise<Subject | undefined> {
  const [noun, first, second] = readAddress(url, context.site.origin());
  try {
    if (noun === "questions" && first !== undefined && second === undefined) return await readQuestion(context, first);
    if (first === undefined || second === undefined || !platforms.includes(first)) return undefined;
    if (noun === "markets") return await readMarket(context, first, second);
    return noun === "events" ? await readEvent(context, first, second) : undefined;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}

/** The decoded segments of a path below the site; none for an address elsewhere. A parameter changes nothing. */
function readAddress(url: string, origin: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const [asked, own] = [new URL(url), new URL(origin)];
  const base = own.pathname.replace(/\/$/, "");
  if (!/^https?:$/.test(asked.protocol) || asked.host !== own.host) return [];
  if (!asked.pathname.startsWith(`${base}/`)) return [];
  const segments = asked.pathname
    .slice(base.length + 1)
    .replace(/\/$/, "")
    .split("/");
  try {
    return segments.length > 3 ? [] : segments.map(decodeURIComponent);
  } catch {
    return [];
  }
}

type OembedMembers = Readonly<Record<string, string | number>>;

interface Sizes {
  readonly size: { readonly width: number; readonly height: number };
  /** Whether the thumbnail is no larger than what is asked for. */
  readonly isThumbnailSmall: boolean;
}

function toMembers(origin: string, { title, path }: Subject, { size, isThumbnailSmall }: Sizes): OembedMembers {
  const thumbnail = {
    thumbnail_url: `${origin}${previewPath(path)}`,
    thumbnail_width: THUMBNAIL.width,
    thumbnail_height: THUMBNAIL.height,
  };
  return {
    type: "rich",
    version: "1.0",
    title,
    provider_name: "Toteboard",
    provider_url: `${origin}/`,
    cache_age: CACHE_SECONDS,
    ...(isThumbnailSmall ? thumbnail : {}),
    html: frameOf(origin, { title, path }, size),
    ...size,
  };
}

function toDocument(members: OembedMembers, format: "json" | "xml"): Document {
  if (format === "json")
    return { text: JSON.stringify(members), type: "application/json; charset=utf-8", headers: HEADERS };
  const elements = Object.entries(members).map(
    ([name, value]) => `<${name}>${html`${toXmlText(String(value))}`.text}</${name}>`,
  );
  const text = `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join("")}</oembed>\n`;
  return { text, type: "text/xml; charset=utf-8", headers: HEADERS };
}
