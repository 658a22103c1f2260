// What search engines read: the addresses of pages, and what they may ask for.
export { sitemapPages } from "./pages.ts";
