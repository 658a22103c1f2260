import { moment } from "./figures.ts";
import { type Html, html } from "./html.ts";

/** The part of a page that live.js updates, under a line that shows whether it does. `now` is epoch milliseconds. */
export const livePart = (now: number, content: Html): Html =>
  html`<p class="signal" data-signal><span class="dot"></span><span role="status">As of ${moment(now)}</span><span data-since></span> <button type="button" class="plain" hidden>Update now</button></p>
<div id="live" data-live>${content}</div>`;

/** A state shown with a dot; live.js marks it when the page is out of date. */
export const sign = (state: string, words = state): Html =>
  html`<span class="dot ${state}"></span><span data-sign="${words}">${words}</span>`;
