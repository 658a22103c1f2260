import { moment } from "./figures.ts";
import { type Html, html } from "./html.ts";

/** The part of a page that a script keeps up to date, below the sign that says whether it does. `now` is epoch milliseconds. */
export const livePart = (now: number, content: Html): Html =>
  html`<p class="signal" data-signal><span class="dot"></span><span role="status">As of ${moment(now)}</span><span data-since></span> <button type="button" class="plain" hidden>Update now</button></p>
<div id="live" data-live>${content}</div>`;

/** A state that holds as long as its page is up to date; the script says so once it is not. */
export const sign = (state: string, words = state): Html =>
  html`<span class="dot ${state}"></span><span data-sign="${words}">${words}</span>`;
