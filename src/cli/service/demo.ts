import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { describePagesTier, TIERS, type Tier } from "../../domain/accounts/plans.ts";
import { toFixedKey } from "../../domain/accounts/secrets.ts";
import { allowsFixedKeys, DEMO_SEED, type DemoOptions, parseDemoTime, parseFaults } from "../../domain/demo.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import { messageOf, OperatorError, quote, UsageError } from "../../errors.ts";
import type { Service } from "../../service.ts";
import { VERSION } from "../../version.ts";
import type { Arguments, Command } from "../command.ts";
import { SERVICE_SETTINGS } from "../settings.ts";
import { runService } from "./run.ts";

export const demoCommand: Command = {
  name: "demo",
  summary: "Try the service with sample markets; needs no network",
  settings: SERVICE_SETTINGS,
  options: [
    {
      name: "seed",
      value: "NUMBER",
      help: "the same prices, outcomes and keys for the same number; in a new database",
    },
    { name: "now", value: "TIME", help: "hold the time of the data, such as 2026-11-20T12:00:00Z; in a new database" },
    {
      name: "fail",
      value: "LIST",
      help: "platforms that have failed for two hours, such as kalshi=503,manifold=timeout; also garbage, reset",
      isRepeatable: true,
    },
    {
      name: "print-json",
      help: "print one line of JSON when ready: address, keys, database, pid, link to the operator's pages",
    },
  ],
  run: runDemo,
};

async function runDemo(args: Arguments): Promise<number> {
  const greeting = args.isGiven("print-json") ? describeDemo : greetDemo;
  const demo = readOptions(args);
  if (demo === undefined) return runService(args, { isDemo: true }, greeting);
  const folder = mkdtempSync(join(tmpdir(), "toteboard-demo-"));
  try {
    const demoFile = join(folder, "toteboard-demo.db");
    return await runService(args, { isDemo: true, demo, demoFile }, greeting, requireNew);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was in the file before would make every run differ. */
function requireNew({ db }: Config): void {
  if (!existsSync(db)) return;
  throw new OperatorError(
    `a demo with --seed, --now or --fail needs a new database, but ${quote(db)} exists: remove it or leave --db out`,
  );
}

/** Undefined for a demo that need not be repeatable. Throws UsageError. */
function readOptions(args: Arguments): DemoOptions | undefined {
  if (!["seed", "now", "fail"].some(args.isGiven)) return undefined;
  const read = <T>(name: string, parse: (text: string) => T): T | undefined => {
    const text = args.listValues(name).join(",");
    if (!args.isGiven(name)) return undefined;
    try {
      return parse(text);
    } catch (error) {
      throw new UsageError(`--${name}: ${messageOf(error)}, not ${quote(text)}`);
    }
  };
  const platforms = PLATFORMS.filter(({ onByDefault }) => onByDefault).map(({ id }) => id);
  return {
    seed: read("seed", parseSeed) ?? DEMO_SEED,
    heldAt: read("now", parseDemoTime),
    faults: read("fail", (text) => parseFaults(text, platforms)) ?? {},
  };
}

function parseSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error("expected a whole number of up to 9 digits");
  return Number(text);
}

/** What `demo --print-json` prints: all that a script needs, in one line. */
async function describeDemo(service: Service, config: Config): Promise<string> {
  const keys: Partial<Record<Tier, string>> = {};
  for (const tier of TIERS) keys[tier] = await makeKey(service, config, tier);
  const { url, port, operatorLink: admin = null } = service;
  return `${JSON.stringify({ url, port, admin, keys, version: VERSION, db: config.db, pid: process.pid })}\n`;
}

/** What the demo prints: addresses to look at and a new key to try. */
export async function greetDemo(service: Service, config: Config): Promise<string> {
  const { url, operatorLink } = service;
  const secret = await makeKey(service, config, "pro");
  return `
Toteboard ${VERSION} is listening on ${url} with demo data (${config.db})

  Board      ${url}/  ${describePagesTier(config)}
  Questions  ${url}/questions
  Markets    ${url}/api/v1/markets
  Status     ${url}/api/v1/status
  Your key   ${secret}
${operatorLink === undefined ? "" : `  Operator   ${operatorLink}\n`}
Try it:
  curl -H 'X-API-Key: ${secret}' '${url}/api/v1/markets?page_size=3'

Ctrl-C stops it.
`;
}

/** A new key; of a demo with --seed, --now or --fail on this machine alone, the same for the same seed. */
async function makeKey({ context }: Service, config: Config, tier: Tier): Promise<string> {
  const isFixed = config.demo !== undefined && allowsFixedKeys(config);
  const fixed = isFixed ? toFixedKey(`toteboard demo ${config.demo.seed} ${tier}`) : undefined;
  const { secret } = await context.commands.createKey({ name: "Demo", email: "demo@example.com", tier, fixed });
  return secret;
}
