import assert from "node:assert/strict";
import { it } from "node:test";
import { openTestApi } from "../support/service/api.ts";

it("robots.txt allows pages, and keeps programs and lists with filters out", async () => {
  const site = await openTestApi({ hasPages: true });
  const { headers, text } = await site.get("/robots.txt");
  assert.match(String(headers["content-type"]), /^text\/plain/);
  for (const line of ["User-agent: *", "Disallow: /api/", "Disallow: /*?", "Allow: /assets/", "Allow: /feeds/"]) {
    assert.ok(text.split("\n").includes(line), line);
  }
  assert.doesNotMatch(text, /Disallow: \/(markets|questions|events)?$/m);
});
