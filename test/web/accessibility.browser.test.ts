import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { findPages } from "../support/demo/paths.ts";
import { browserMissing, findBarriers, openVisitor } from "../support/service/browser.ts";
import { startTestService } from "../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });
const pages = site && (await findPages(site));

/** Both colour schemes and both widths that pages are laid out for, once each. */
const SCREENS = [
  { colorScheme: "light", viewport: { width: 1280, height: 720 } },
  { colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

describe("all pages, embeds and the operator's pages", { skip: browserMissing }, () => {
  if (site === undefined || pages === undefined) return;
  const { url } = site;
  const { paths, matched, question } = pages;
  const visit = openVisitor(site.url);
  const swept = [
    ...paths,
    `${matched}?range=24h`,
    matched.replace("/markets", "/embed"),
    `/embed${question}`,
    "/docs/topics",
    ...["", "/sources", "/keys", "/pairs", "/pairs?show=vetoed", "/pairs?show=decided", "/backups", "/settings"].map(
      (path) => `/admin${path}`,
    ),
  ];

  it("load without a complaint, ask nobody else for anything, and hinder nobody, in light and dark", async () => {
    const sweep = async (screen: BrowserContextOptions): Promise<void> => {
      const { page, complaints, addresses } = await visit("/", screen);
      await page.goto(String(site.operatorLink));
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      // The page that signs in answers 403, which the browser notes.
      complaints.length = 0;
      for (const path of swept) {
        await page.goto(`${url}${path}`);
        assert.deepEqual(await findBarriers(page), []);
      }
      assert.deepEqual(complaints, []);
      assert.deepEqual(
        addresses.filter((address) => !address.startsWith(url)),
        [],
      );
    };
    await Promise.all(SCREENS.map(sweep));
  });
});
