// Pictures of the site, markets, events and questions, for link previews.
export { previewPages } from "./pages.ts";
