import { listDailyUse } from "../../api/usage.ts";
import type { Context } from "../../context.ts";
import { type Key, MAX_GRACE_HOURS } from "../../domain/accounts/keys.ts";
import { toDate } from "../../domain/calendar.ts";
import { ago, count, limitText, moment } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { keyField, revokeButton } from "../page/key-field.ts";
import { type Page, pathTo } from "../page/layout.ts";
import { dataTable } from "../page/table.ts";

/** Days of usage in the chart. */
const DAYS = 30;

/** A notice, or the error and input of the rotation form. */
interface KeyPageState {
  readonly notice?: string;
  readonly problem?: string;
  /** The input as typed. */
  readonly graceHours?: string;
}

/** A key's usage and the keys it may revoke. Contains no secret. */
export async function ownKeyPage(
  context: Context,
  key: Key,
  { notice, ...rotation }: KeyPageState = {},
): Promise<Page> {
  const { access, clock } = context;
  const now = clock.now();
  const { minute, day, month } = access.counters.used(key, clock.running());
  const { perMinute, perDay, perMonth } = key.limits;
  const main = html`<h1>Key “${key.name}”</h1>
<p class="lead"><code>${key.keyPrefix}…</code> · plan ${key.tier} · created ${moment(key.createdAt)}</p>
${notice !== undefined && html`<p class="done" role="status">${notice}</p>`}
<section aria-labelledby="usage"><h2 id="usage">Requests</h2>
<dl class="meters">
${meter("In the last minute", minute, perMinute)}
${meter("Today (UTC)", day, perDay)}
${meter("This month (UTC)", month, perMonth)}
</dl>
${usageBars(await listDailyUse(context, key.id, DAYS))}
</section>
${familySection(context, key, now)}
${rotateSection(context, rotation)}`;
  return { title: `Key ${key.keyPrefix}…`, main };
}

const meter = (name: string, used: number, limit: number | null): Html => html`<div><dt>${name}</dt>
<dd><strong>${count(used)}</strong> of ${limitText(limit)}${
  limit !== null &&
  html`<meter min="0" max="${limit}" value="${used}" high="${limit * 0.9}">${used} of ${limit}</meter>`
}</dd></div>`;

function usageBars(days: Awaited<ReturnType<typeof listDailyUse>>): Html {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const bars = days.map(({ day, requests }, index) => {
    const height = (requests / most) * 40;
    return html`<rect x="${index * 10 + 1}" y="${(40 - height).toFixed(1)}" width="8" height="${height.toFixed(1)}">\
<title>${toDate(day)}: ${count(requests)}</title></rect>`;
  });
  return html`<figure class="usage"><svg viewBox="0 0 ${DAYS * 10} 41" preserveAspectRatio="none" role="img" \
aria-label="Requests on each of the last ${DAYS} days, at most ${count(most)} a day"><path d="M0 40.5H${DAYS * 10}"/>${bars}</svg>
<figcaption class="sub"><span>${DAYS} days ago</span> <span>highest: ${count(most)} a day</span> <span>today</span></figcaption></figure>`;
}

function familySection(context: Context, key: Key, now: number): Html {
  const { access } = context;
  const lastUse = (one: Key): number | null => access.counters.lastUsedAt(one.id) ?? one.lastUsedAt;
  return html`<section aria-labelledby="family"><h2 id="family">This key and its child keys</h2>
<form method="post" action="${pathTo(context, "/keys/revoke")}">
<div class="again">${keyField("revoke", undefined, "To revoke a key, paste your own key again.")}</div>
${dataTable(
  "Keys",
  ["Name", "Key", "Plan", "Last used", "Revoke"],
  access.keys.listFamily(key.id).map(
    (
      one,
    ) => html`<tr><th scope="row" class="name">${one.name}${one.id === key.id && html` <span class="sub">this key</span>`}</th>
<td><code>${one.keyPrefix}…</code></td><td>${one.tier}</td><td>${ago(lastUse(one), now)}</td>
<td>${one.revokedAt === null ? revokeButton(one) : html`revoked ${ago(one.revokedAt, now)}`}</td></tr>`,
  ),
)}</form></section>`;
}

const rotateSection = (
  context: Context,
  { problem, graceHours = "0" }: Omit<KeyPageState, "notice">,
): Html => html`<section class="narrow" aria-labelledby="rotation"><h2 id="rotation">Rotate this key</h2>
<p>The key gets a new secret. Its plan and its usage stay the same.</p>
<form method="post" action="${pathTo(context, "/keys/rotate")}">
${problem !== undefined && html`<p class="problem" role="alert" id="grace-problem">${problem}</p>`}
<div class="again">${keyField("rotate", undefined, "To rotate the key, paste it again.")}</div>
<label for="grace">Hours until the old secret stops working (it can only read until then)</label>
<input id="grace" name="grace_hours" type="number" min="0" max="${MAX_GRACE_HOURS}" value="${graceHours}" \
required${problem !== undefined && html` aria-invalid="true" aria-describedby="grace-problem" autofocus`}>
<p class="actions"><button class="main">Rotate</button></p>
</form></section>`;
