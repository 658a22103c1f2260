// Parts of this site for pages of others: frames, badges, oEmbed; what they show of a market, an event or a question.
export { SHARED_HEADERS } from "./headers.ts";
export { embedPages } from "./pages.ts";
export { readEvent, readMarket, readQuestion, type Subject, type SubjectRow } from "./subject.ts";
export { estimateWidth } from "./text-width.ts";
export { toXmlText } from "./xml-text.ts";
