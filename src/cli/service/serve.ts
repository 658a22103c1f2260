import type { Config } from "../../config.ts";
import { describePagesTier } from "../../domain/accounts/plans.ts";
import type { Service } from "../../service.ts";
import { VERSION } from "../../version.ts";
import type { Command } from "../command.ts";
import { SERVICE_SETTINGS } from "../settings.ts";
import { demoCommand } from "./demo.ts";
import { runService } from "./run.ts";

export const serveCommand: Command = {
  name: "serve",
  summary: "Gather markets from the platforms and serve them",
  settings: SERVICE_SETTINGS,
  options: [{ name: "demo", help: "the same as 'toteboard demo'" }],
  run: (args) => (args.isGiven("demo") ? demoCommand.run(args) : runService(args, { isDemo: false }, greet)),
};

const greet = ({ url, context }: Service, { db, ingests, platforms }: Config): string => `
Toteboard ${VERSION} is listening on ${url}

  Board      ${url}/
  Questions  ${url}/questions
  Markets    ${url}/api/v1/markets
  Status     ${url}/api/v1/status
  Pages      ${describePagesTier(context.config)}
  Data       ${db}, ${ingests ? `gathered from ${platforms.join(", ")}` : "nothing is gathered (--no-ingest)"}

Create a key:
  curl -X POST '${context.config.publicUrl ?? url}/api/v1/keys?name=me&email=me@example.com'

`;
