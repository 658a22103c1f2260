import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { htmlUnescape } from "escape-goat";
import { SharedClock } from "../../../src/clock.ts";
import { toRequest } from "../../../src/deliveries/messages.ts";
import { createSigningSecret } from "../../../src/domain/webhooks.ts";
import { EXAMPLE_MESSAGE } from "../../../src/http/openapi/texts.ts";
import { openTestApi } from "../../support/service/api.ts";
import { temporaryFolder } from "../../support/service/process.ts";

const site = await openTestApi({ hasPages: true });
const { text: page } = await site.get("/docs/webhooks");

/** A program as the page prints it. */
const printed = (name: string): string =>
  htmlUnescape(new RegExp(`<code id="${name.replace(".", "\\.")}">([^<]*)</code>`).exec(page)?.[1] ?? "");

const secret = createSigningSecret();
const body = JSON.stringify(EXAMPLE_MESSAGE);

function sentAt(now: number) {
  const message = {
    target: "webhook",
    address: "https://example.org/",
    messageId: "msg_1",
    type: EXAMPLE_MESSAGE.type,
  };
  const none = { chatId: null, token: null, previousSecret: null, previousExpiresAt: null };
  return toRequest({ ...message, ...none, body, secret } as never, now).headers ?? {};
}

// The printed lines go by the machine's clock.
const now = new SharedClock().now();
const CASES = [
  ["genuine", sentAt(now), body, true],
  ["changed", sentAt(now), `${body} `, false],
  ["old", sentAt(now - 301_000), body, false],
  ["of another secret", { ...sentAt(now), "webhook-signature": "v1,AAAA" }, body, false],
] as const;

describe("/docs/webhooks", () => {
  it("prints a message, its headers and the table of tries", () => {
    assert.deepEqual(JSON.parse(printed("message")), EXAMPLE_MESSAGE);
    for (const text of ["webhook-signature", "30 min", "24 h", "410 disables"]) assert.ok(page.includes(text), text);
  });

  it("prints lines in JavaScript that tell genuine messages from others", async () => {
    const file = join(temporaryFolder(), "verify.mjs");
    writeFileSync(file, printed("verify-webhook.mjs"));
    const { isGenuine } = await import(file);
    for (const [what, headers, text, expected] of CASES) {
      assert.equal(isGenuine(secret, headers, text), expected, what);
    }
    assert.equal(isGenuine(secret, {}, body), false);
  });

  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  it("prints the same in Python", { skip: hasPython ? false : "python3 is missing" }, () => {
    const program = `${printed("verify-webhook.py")}\nimport json, sys\nfor secret, headers, body in json.load(sys.stdin):\n    print(is_genuine(secret, headers, body.encode()))\n`;
    const input = JSON.stringify(CASES.map(([, headers, text]) => [secret, headers, text]));
    const { stdout, stderr } = spawnSync("python3", ["-c", program], { input, encoding: "utf8" });
    assert.equal(stderr, "");
    assert.deepEqual(
      stdout
        .trim()
        .split("\n")
        .map((line) => line === "True"),
      CASES.map(([, , , expected]) => expected),
    );
  });
});
