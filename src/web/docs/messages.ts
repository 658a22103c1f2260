import { DAY_MS, SECOND_MS } from "../../clock.ts";
import { MAX_FAILING_MS, TRY_MS, WAITS_MS } from "../../domain/webhooks.ts";
import { readEmbedded } from "../../embedded.ts";
import { EXAMPLE_MESSAGE, MESSAGE_HEADERS } from "../../http/openapi/texts.ts";
import { command } from "../page/command.ts";
import { type Html, html } from "../page/html.ts";
import { textTable } from "./conventions.ts";

/** What a receiver of messages needs to know: their form, their signature, and when they come again. */
export const messageSection = (): Html => html`<section class="operation" aria-labelledby="messages">
<h2 id="messages">What a webhook gets</h2>
<p>A POST with <code>Content-Type: application/json</code>, such as this one. <code>observed</code> and <code>threshold</code> are in \
<code>unit</code>; what an alert looks at follows at the end.</p>
${command("message", JSON.stringify(EXAMPLE_MESSAGE, null, 2))}
${textTable("Messages by type", ["Type", "Further members of data"], MEMBERS)}
<h3 id="signature">Signature</h3>
<p>Messages follow <a href="https://www.standardwebhooks.com">Standard Webhooks 1.0</a>, which has libraries. These lines are enough \
too. They need the <code>secret</code> that the answer to <code>POST /api/v1/webhooks</code> shows once.</p>
${textTable(
  "Headers",
  ["Header", "Meaning"],
  MESSAGE_HEADERS.map(({ name, description }) => [name, description]),
)}
${["verify-webhook.mjs", "verify-webhook.py"].map((name) => command(name, programOf(name)))}
<h3 id="retries">Tries</h3>
<p>Any status 2xx within ${TRY_MS / SECOND_MS} seconds is success. Otherwise the same message is tried again, with the same \
<code>webhook-id</code>: a receiver may get one twice. Waits are up to a tenth longer, and as long as <code>Retry-After</code> asks, at \
most a day. 410 disables the webhook at once, as ${MAX_FAILING_MS / DAY_MS} days without a success do. Redirects are not followed.</p>
${textTable(
  "Tries",
  ["Try", "After the one before"],
  [["1", "at once"], ...WAITS_MS.map((wait, index) => [String(index + 2), waitText(wait)])],
)}</section>`;

const MEMBERS = [
  ["market.…", "`market`: platform, id, title, url, yes_price, question_id"],
  ["spread.opened", "`spread`: id, question_id, confidence, and `legs` with platform, id, action, side, price, url"],
  ["source.stale", "`source`: platform, last_success_at"],
  ["alerts.held_back", "how many `messages` went beyond 100 of alerts in an hour, `since` when, and of which `alerts`"],
  ["webhook.test", "only `title` and `text`, as all have them in words"],
] as const;

function waitText(ms: number): string {
  const seconds = ms / SECOND_MS;
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}

/** The program without the comment that says what it is. */
const programOf = (name: string): string =>
  readEmbedded(`clients/examples/${name}`)
    .replace(/^(\/\/|#) .*\n/, "")
    .trim();
