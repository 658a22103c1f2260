import type { Context } from "../../context.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo } from "../page/layout.ts";

const SECTIONS: readonly (readonly [path: string, label: string])[] = [
  ["/admin", "Overview"],
  ["/admin/sources", "Sources"],
  ["/admin/keys", "Keys"],
  ["/admin/pairs", "Pairs"],
  ["/admin/backups", "Backups"],
  ["/admin/settings", "Settings"],
];

/** A section of the operator's pages: the links to all of them, then its content. */
export const frame = (context: Context, path: string, { title, main }: Page): Html =>
  html`<div class="operator">
<nav class="sections" aria-label="Operator">${SECTIONS.map(([to, label]) => sectionLink(context, to, label, to === path))}</nav>
<form method="post" action="${pathTo(context, "/admin/sign-out")}"><button class="plain">Sign out</button></form>
</div>
<h1>${title}</h1>
${main}`;

const sectionLink = (context: Context, to: string, label: string, isHere: boolean): Html =>
  html`<a href="${pathTo(context, to)}"${isHere && html` aria-current="page"`}>${label}</a>`;
