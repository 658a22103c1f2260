import type { SettlementSource } from "../../domain/markets.ts";
import { type Html, html } from "../page/html.ts";

/** One line: "Settlement source: AP, https://apnews.com/". Only http and https addresses become links. */
export function settlementLine({ name, url }: SettlementSource): Html {
  const isLink = url !== null && /^https?:\/\//i.test(url);
  const link = isLink ? html`<a href="${url}" rel="noopener noreferrer">${url}</a>` : url;
  return html`<p class="hint settles">Settlement source: ${name}${name !== null && url !== null && ", "}${link}</p>`;
}
