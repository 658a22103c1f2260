import { basename } from "node:path";
import { listEmbedded, readEmbedded } from "../../embedded.ts";
import { command } from "../page/command.ts";
import { type Html, html } from "../page/html.ts";

/** Programs that the tests run too. */
const FOLDER = "test/examples";

/** Each example with the sentences it begins with. */
export const exampleSection = (): Html => html`<section aria-labelledby="examples"><h2 id="examples">Examples</h2>
<p>Programs to copy. They call the service on this machine, or the one in the variable <code>TOTEBOARD_URL</code>.</p>
${listEmbedded(FOLDER).map(toExample)}</section>`;

function toExample(path: string): Html {
  const name = basename(path);
  const text = readEmbedded(path).trimEnd();
  const [, summary = ""] = /^(?:\/\/|#) (.*)$/m.exec(text) ?? [];
  return html`<section class="operation" aria-labelledby="${name}"><h3 id="${name}"><code>${name}</code></h3><p>${summary}</p>
<details><summary>The program</summary>${command(`text-${name}`, text)}</details></section>`;
}
