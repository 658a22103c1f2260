import { type Html, html } from "./html.ts";
import { type PageDeps, pathTo } from "./layout.ts";

/** A link to the rows of a table as a file. `title` says which table; undefined parameters are left out. */
export function fileAnchor(
  deps: PageDeps,
  path: string,
  { title, query = {} }: { readonly title: string; readonly query?: Readonly<Record<string, string | undefined>> },
): Html {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return html`<a href="${pathTo(deps, path)}${search !== "" && `?${search}`}" download title="${title}, as a file">CSV<span class="hide">: ${title}</span></a>`;
}
