import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import generateTypes from "openapi-typescript";
import { serve } from "../support/service/served.ts";
import { market, page } from "../support/store/builders.ts";
import { openTestWriter, temporaryFile } from "../support/store/writer.ts";

const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));
const COMPILER = join(MODULES, "typescript", "bin", "tsc");
const SETTINGS = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    types: [],
    lib: ["es2024", "dom"],
    outDir: "out",
  },
  files: ["client.ts"],
};

/** What somebody might write who has nothing but the description. */
const CLIENT = `
import createClient from "openapi-fetch";
import type { components, paths } from "./api.ts";

export async function ask(baseUrl: string, key: string) {
  const client = createClient<paths, "application/json">({ baseUrl, headers: { "X-API-Key": key } });
  const list = await client.GET("/api/v1/markets", { params: { query: { platform: "kalshi", page_size: 1 } } });
  if (list.data === undefined) throw new Error(JSON.stringify(list.error));
  const market: components["schemas"]["Market"] | undefined = list.data.data[0];
  if (market === undefined) throw new Error("no market");
  const sum: number = market.yes_price + market.no_price;
  const total: number = list.data.meta.total;
  const path = { platform: market.platform, market_id: market.id };
  const detail = await client.GET("/api/v1/markets/{platform}/{market_id}/detail", { params: { path } });
  const outcome: "yes" | "no" | "split" | "void" | "unknown" | null | undefined = detail.data?.data.outcome;
  const missing = await client.GET("/api/v1/markets/{platform}/{market_id}/detail", {
    params: { path: { platform: "kalshi", market_id: "nowhere" } },
  });
  const error = missing.error !== undefined && "detail" in missing.error ? missing.error.detail.error : undefined;
  const byIds = await client.GET("/api/v1/markets", { params: { query: { ids: "kalshi:m1,kalshi:m2" } } });
  const warnings: readonly string[] | undefined = byIds.data?.meta.warnings;
  return { id: market.id, sum, total, outcome, error, found: byIds.data?.data.length, warnings };
}

export async function misuse(client: ReturnType<typeof createClient<paths, "application/json">>) {
  // @ts-expect-error there is no such platform
  await client.GET("/api/v1/markets", { params: { query: { platform: "nowhere" } } });
  // @ts-expect-error there is no such path
  await client.GET("/api/v1/nowhere");
  // @ts-expect-error the text to look for is required
  await client.GET("/api/v1/search", { params: { query: {} } });
  const { data } = await client.GET("/api/v1/status");
  // @ts-expect-error there is no such member
  data?.data.weather;
}
`;

const program = openTestWriter({
  scripts: { kalshi: { full: [page([market({ id: "m1", yesPrice: 100_000 }), market({ id: "m2" })])] } },
});
await program.pass();
const server = await serve(program);

describe("a client generated from /openapi.json", () => {
  it("compiles, refuses what is not described, and gets typed answers", async () => {
    const folder = dirname(temporaryFile());
    const { json } = await server.get("/openapi.json");
    writeFileSync(join(folder, "api.ts"), await generateTypes(json));
    writeFileSync(join(folder, "client.ts"), CLIENT);
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(SETTINGS));
    mkdirSync(join(folder, "node_modules"));
    for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
      symlinkSync(join(MODULES, name), join(folder, "node_modules", name), "junction");
    }
    await compile(folder);
    const { ask } = await import(join(folder, "out", "client.js"));
    assert.deepEqual(await ask(server.url, server.secret), {
      id: "m1",
      sum: 1,
      total: 2,
      outcome: null,
      error: "market_not_found",
      found: 2,
      warnings: undefined,
    });
  });
});

async function compile(folder: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [COMPILER, "-p", join(folder, "tsconfig.json")]);
  } catch (error) {
    assert.fail(`the client does not compile: ${(error as { stdout: string }).stdout}`);
  }
}
