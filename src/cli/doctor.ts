import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openProvider } from "../billing/open-provider.ts";
import type { AccountFacts, PaymentProvider, PriceFacts, WebhookFacts } from "../billing/provider.ts";
import { toOwnDisputes, toSoldPrice } from "../billing/reconcile.ts";
import { SharedClock, toIso } from "../clock.ts";
import { type Config, readConfig } from "../config.ts";
import { type DisputeFacts, describeDispute, describePrice } from "../domain/accounts/billing.ts";
import { describePagesTier } from "../domain/accounts/plans.ts";
import { refusedUntil } from "../domain/books.ts";
import { commandToAccept, downText } from "../domain/freshness.ts";
import { commandToCompare, oddityText, unusualText } from "../domain/oddities.ts";
import { getPlatform } from "../domain/platforms.ts";
import { shownAddress } from "../domain/webhooks.ts";
import { messageOf, quote, toTerminal, UsageError } from "../errors.ts";
import { adviceFor, describeMetricsAccess, toUrlHost } from "../http/lifecycle.ts";
import { MAX_CHANGES } from "../store/change-log.ts";
import { extractAddon } from "../store/database/addon.ts";
import { watchCopy } from "../store/database/copy.ts";
import { type Db, findDamage, openDatabase, withDatabase } from "../store/database/db.ts";
import { hasLockFile, requireNoFolder, tryLock } from "../store/database/files.ts";
import { readSchemaVersion, requireOwn, schemaVersion } from "../store/database/migrations.ts";
import { listSources, type SourceStatus } from "../store/sources.ts";
import { countWaiting } from "../store/webhooks/deliveries.ts";
import { listFailingWebhooks } from "../store/webhooks/webhooks.ts";
import { type Arguments, type Command, printAnswer, SERVICE_SETTINGS, seeHelp } from "./command.ts";
import { readinessUrl } from "./health.ts";
import { reportReading } from "./platform-reading.ts";
import { HOW_TO_RAISE, MIN_OPEN_FILES, readOpenFilesLimit } from "./process.ts";

export const doctorCommand: Command = {
  name: "doctor",
  summary: "Check settings, files, platforms and payments; exit code 1 on a problem",
  operands: "[PLATFORM…]",
  settings: SERVICE_SETTINGS.filter((name) => name !== "platforms"),
  options: [
    {
      name: "platforms",
      help: "print what one page of each platform, or of those named, was read as; check nothing else",
    },
    { name: "offline", help: "ask neither platforms nor Stripe" },
    { name: "json", help: "print JSON" },
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  if (args.isGiven("platforms")) return reportReading(args);
  const [extra] = args.operands;
  if (extra !== undefined)
    throw new UsageError(`doctor takes ${quote(extra)} only with --platforms; ${seeHelp(doctorCommand)}`);
  const findings = await examine(args);
  printAnswer(args, findings, findings.map(toLine).join("\n"));
  return findings.some(({ status }) => status === "problem") ? 1 : 0;
}

async function examine(args: Arguments): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(args.flags);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [problem("settings", messageOf(error))];
  }
  const addonPath = extractAddon();
  const isOffline = args.isGiven("offline");
  return [
    ok("settings", `${config.platforms.length} platforms are on`),
    ok("pages", describePagesTier(config)),
    ok("metrics", describeMetricsAccess(config)),
    ok("e-mail", config.smtpUrl === undefined ? "not set up" : `sent as ${config.smtpFrom}`),
    ...config.warnings.map((message) => warning("settings", message)),
    ...checkFolders(config),
    checkOpenFiles(config),
    ...checkDatabase(config, addonPath),
    ...(await checkService(config)),
    ...(await checkCopy(config)),
    ...(await checkNetwork(config, isOffline)),
    ...(isOffline ? [] : await checkMirror(config, addonPath)),
    await checkPort(config),
    ...(await checkPayments(config, addonPath, isOffline)),
  ];
}

const SIGNS: Readonly<Record<Finding["status"], string>> = { ok: "ok", warning: "WARNING", problem: "PROBLEM" };

const toLine = ({ check, status, message }: Finding): string =>
  toTerminal(`${SIGNS[status].padEnd(9)}${check.padEnd(14)}${message.replaceAll("\n", " ")}`);

/** Checks who uses the database, its schema, its pages and its passes. */
function checkDatabase({ db: file, platforms }: Config, addonPath: string | undefined): Finding[] {
  if (!existsSync(file)) return [ok("database", `${file} will be made`)];
  try {
    requireNoFolder(file);
    const db = openDatabase(file, "read-only", addonPath);
    try {
      requireOwn(db, file);
      const pages = checkPages(db, file);
      // On a damaged page it would end all of this with a message that says less.
      const rows = pages.status === "ok" ? checkRows(db, platforms) : [];
      return [checkUse(file, addonPath), checkSchema(db), pages, ...rows];
    } finally {
      db.close();
    }
  } catch (error) {
    return [problem("database", messageOf(error))];
  }
}

function checkUse(file: string, addonPath: string | undefined): Finding {
  const use = isInUse(file, addonPath) ? "in use by a running toteboard" : "used by nobody";
  return ok("database", `${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB, ${use}`);
}

/** Without a lock file nobody uses the database, and taking the lock would create one. */
function isInUse(file: string, addonPath: string | undefined): boolean {
  if (!hasLockFile(file)) return false;
  const lock = tryLock(file, addonPath);
  lock?.release();
  return lock === undefined;
}

function checkSchema(db: Db): Finding {
  const [found, current] = [readSchemaVersion(db), schemaVersion()];
  if (found === current) return ok("schema", `version ${found}`);
  return warning("schema", `version ${found}; the next start makes it ${current} and keeps a copy`);
}

/** Which platforms' passes are held, and what the latest full ones skipped. Empty where the schema has another version. */
function checkRows(db: Db, platforms: readonly string[]): Finding[] {
  if (readSchemaVersion(db) !== schemaVersion()) return [];
  const { sources } = listSources(db, platforms);
  return [
    ...sources.flatMap(checkHeld),
    ...sources.flatMap(checkBooks),
    ...sources.flatMap(listSkipped),
    ...sources.flatMap(listOddities),
    ...checkDeliveries(db),
  ];
}

function checkHeld({ platform, lastError, failedAt }: SourceStatus): Finding[] {
  const command = failedAt !== null ? commandToAccept(platform, lastError) : undefined;
  if (command === undefined) return [];
  const advice = `what it sent is not stored; if it is right, stop the service and run '${command}'`;
  return [warning("held", `${downText(platform, lastError)}: ${advice}`)];
}

function checkBooks({ platform, booksRefusedAt }: SourceStatus): Finding[] {
  const until = refusedUntil(booksRefusedAt, new SharedClock().now());
  if (until === null) return [];
  const { name } = getPlatform(platform);
  const next = `its best prices serve, without sizes; it is asked again at ${toIso(until)}`;
  return [warning("books", `${name} refuses order books without a key: ${next}`)];
}

function listSkipped({ platform, rejected, rejectedReasons }: SourceStatus): Finding[] {
  if (rejected === 0) return [];
  const reasons = rejectedReasons.map(({ reason, count }) => `${count} ${reason}`).join(", ");
  return [ok("skipped", `${platform}, latest full pass: ${reasons}`)];
}

/** What of the latest full pass is seldom so, and a warning of each kind that is more than usual. */
function listOddities({ platform, oddities }: SourceStatus): Finding[] {
  const found = oddities.filter(({ count }) => count > 0).map(oddityText);
  const unusual = oddities.filter(({ isUnusual }) => isUnusual);
  if (found.length === 0) return [];
  return [
    ok("rows", `${platform}, latest full pass: ${found.join(", ")}`),
    ...unusual.map((oddity) =>
      warning("rows", `${unusualText(platform, oddity)}: compare with '${commandToCompare(platform)}'`),
    ),
  ];
}

/** How many messages wait, and which webhooks fail. */
function checkDeliveries(db: Db): Finding[] {
  const { waiting } = countWaiting(db);
  const failing = listFailingWebhooks(db, MAX_FAILING).map(({ id, keyId, target, address, state, failingSince }) => {
    const owner = keyId === null ? "the operator" : `key ${keyId}`;
    const since = new Date(failingSince ?? 0).toISOString();
    const place = `${target} ${id} of ${owner} (${shownAddress(target, address)})`;
    return warning("webhooks", `${place} has failed since ${since} and is ${state}: its owner must mend or delete it`);
  });
  return [ok("webhooks", `${waiting} messages wait to be sent`), ...failing];
}

/** Failing webhooks that are named. */
const MAX_FAILING = 10;

function checkPages(db: Db, file: string): Finding {
  const damage = findDamage(db);
  if (damage === undefined) return ok("integrity", "every page was read");
  const advice = "stop the service and put a backup in its place with 'toteboard restore'";
  return problem("integrity", `${file} is damaged (${damage}): ${advice}`);
}

/** With less free space, some hours of ingest may fill the disk. */
const WARN_BELOW_BYTES = 1_000_000_000;
const MIN_FREE_BYTES = 100_000_000;

/** Checks that the service may write its files, that others may not read them, and that the disk has space. */
function checkFolders({ db, backupCron, backupDir }: Config): Finding[] {
  const folder = dirname(resolve(db));
  const paths: [check: string, path: string][] = [["data folder", folder]];
  for (const suffix of ["", "-wal", "-shm", ".lock"]) {
    if (existsSync(db + suffix)) paths.push(["data file", resolve(db + suffix)]);
  }
  if (backupCron !== undefined) paths.push(["backups", nearestFolder(resolve(backupDir))]);
  paths.push(["temporary", tmpdir()]);
  return [
    ...paths.map(([check, path]) => checkWritable(check, path)),
    ...[db, `${db}-wal`, `${db}-shm`].flatMap(checkPrivate),
    checkSpace(folder),
  ];
}

/** Early versions created files that every user of the machine could read. */
function checkPrivate(file: string): Finding[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === "win32" || (mode & OTHERS) === 0) return [];
  return [warning("data file", `${resolve(file)} is open to all users of this machine: run chmod 600 on it`)];
}

const OTHERS = 0o007;

function checkWritable(check: string, path: string): Finding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return ok(check, `${path} can be written`);
  } catch (error) {
    return problem(check, `${path} cannot be written: ${messageOf(error)}`);
  }
}

function checkSpace(folder: string): Finding {
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder);
    if (files > 0 && ffree < 100) return problem("disk", `no more files fit on ${folder}`);
    const bytes = bavail * bsize;
    const judge = bytes < MIN_FREE_BYTES ? problem : bytes < WARN_BELOW_BYTES ? warning : ok;
    return judge("disk", `${(bytes / 1e9).toFixed(1)} GB are free at ${folder}`);
  } catch (error) {
    return problem("disk", messageOf(error));
  }
}

/** Checks that the process may open a file for each connection the settings allow. */
function checkOpenFiles({ maxConnections, maxStreams }: Config): Finding {
  const check = "open files";
  const limit = readOpenFilesLimit();
  const needed = maxConnections + maxStreams + MIN_OPEN_FILES;
  if (limit < MIN_OPEN_FILES) {
    return problem(check, `${limit} may be open and ${MIN_OPEN_FILES} are needed: ${HOW_TO_RAISE}`);
  }
  if (limit < needed) {
    const advice = `${HOW_TO_RAISE}, or lower --max-connections or --max-streams`;
    return warning(
      check,
      `${limit} may be open, and ${maxConnections} connections and ${maxStreams} streams need ${needed}: ${advice}`,
    );
  }
  return ok(check, `${limit === Number.POSITIVE_INFINITY ? "any number" : limit} may be open`);
}

/** The folder itself, or the nearest one above it: the first backup creates the rest. */
function nearestFolder(folder: string): string {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestFolder(parent);
}

const TIMEOUT_MS = 10_000;
const CLOCK_TOLERANCE_MS = 60_000;
/** Earlier than the first version of this program. */
const MIN_TIME = Date.UTC(2026, 0, 1);

/** Checks that the platforms answer, and compares this machine's clock with theirs. */
async function checkNetwork(config: Config, isOffline: boolean): Promise<Finding[]> {
  const clock = new SharedClock();
  if (isOffline || !config.ingests) return [checkClock(clock.now(), undefined)];
  const { readFirstPages } = await import("../writer/ingest/polled-platform.ts");
  const [pages, theirs] = await Promise.all([
    readFirstPages(config, TIMEOUT_MS, clock.now()),
    readPlatformClock(config),
  ]);
  const platforms = pages.map(({ platform, listing, milliseconds, reason }): Finding => {
    const seconds = (milliseconds / 1000).toFixed(1);
    const markets = listing?.markets.length ?? 0;
    if (markets > 0) return ok(platform, `${markets} markets on its first page, in ${seconds} s`);
    return problem(platform, downText(platform, reason ?? "no market on its first page"));
  });
  return [checkClock(clock.now(), theirs), ...platforms];
}

function checkClock(now: number, theirs: number | undefined): Finding {
  const check = "clock";
  const shown = new Date(now).toISOString();
  if (now < MIN_TIME) return problem(check, `${shown} is in the past`);
  if (theirs === undefined) return ok(check, `${shown}, not compared`);
  const seconds = Math.round((now - theirs) / 1000);
  if (Math.abs(now - theirs) <= CLOCK_TOLERANCE_MS) return ok(check, `${shown}, ${seconds} s off`);
  return problem(check, `${shown} is ${seconds} s off: set the clock, best by NTP`);
}

/** Asks each platform in turn for its time, until one sends it; in whole seconds. */
async function readPlatformClock({ platforms, urls }: Config): Promise<number | undefined> {
  for (const platform of platforms) {
    try {
      const address = urls[platform] ?? getPlatform(platform).site;
      const signal = AbortSignal.timeout(TIMEOUT_MS / 2);
      const response = await fetch(address, { method: "HEAD", redirect: "manual", signal });
      const theirs = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(theirs)) return theirs;
    } catch {
      // The check of that platform reports it.
    }
  }
  return undefined;
}

const SERVICE_TIMEOUT_MS = 5000;

/** Asks the service that runs with these settings for the state of its writer. Empty where none runs. */
async function checkService({ host, port }: Config): Promise<Finding[]> {
  const check = "service";
  const url = readinessUrl(host, port);
  let [writer, isReady]: [string | undefined, boolean] = [undefined, false];
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS) });
    [writer, isReady] = [writerOf(await response.json()), response.ok];
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "TimeoutError")) return [];
    return [problem(check, `${url} does not answer within ${SERVICE_TIMEOUT_MS / 1000} s: restart it`)];
  }
  // Another program has the port.
  if (writer === undefined) return [];
  if (writer !== "unresponsive" && !isReady) return [problem(check, `${url} answers that it is not ready`)];
  if (writer !== "unresponsive") return [ok(check, `${url} answers, its writer is ${writer}`)];
  const advice = "nothing is gathered or saved; restart it if that lasts";
  return [problem(check, `${url} answers, but its writer has not for 10 s: ${advice}`)];
}

/** The state of the writer in an answer of `/readyz`, which is an error body while the service is not ready. */
function writerOf(body: unknown): string | undefined {
  const { writer, detail } = body as { writer?: unknown; detail?: { writer?: unknown } };
  const state = writer ?? detail?.writer;
  return typeof state === "string" ? state : undefined;
}

const COPY_TIMEOUT_MS = 10_000;
const COPY_LOOK_MS = 500;

/** Waits until Litestream's copy has all that was written when the check began. Empty where the service copies the log. */
async function checkCopy({ checkpoints, isReadOnly, db, litestreamMetrics: metricsUrl }: Config): Promise<Finding[]> {
  if (checkpoints === "own" || isReadOnly || !existsSync(db)) return [];
  const clock = new SharedClock();
  const copy = watchCopy({ file: db, metricsUrl, clock });
  const from = clock.elapsed();
  for (;;) {
    await copy.look();
    const { behindSeconds, trouble, reason } = copy.status();
    const seconds = Math.ceil((clock.elapsed() - from) / 1000);
    if (trouble === "no_answer") {
      const advice = "start it, or say with TOTEBOARD_LITESTREAM_METRICS where its metrics are";
      return [problem("copy", `Litestream does not answer at ${metricsUrl} (${reason}): ${advice}`)];
    }
    if (behindSeconds !== undefined && trouble === undefined) {
      return [ok("copy", `Litestream's copy is at most ${Math.max(behindSeconds, seconds)} s behind`)];
    }
    if (clock.elapsed() - from > COPY_TIMEOUT_MS) {
      const why = reason ?? "it does not catch up";
      return [problem("copy", `Litestream's copy is more than ${seconds} s behind (${why}): look into its log`)];
    }
    await delay(COPY_LOOK_MS);
  }
}

/** Checks that the mirror is reached, and how far it is behind. Empty where none is set. */
async function checkMirror({ db: file, mirrorUrl: url }: Config, addonPath: string | undefined): Promise<Finding[]> {
  if (url === undefined || !existsSync(file)) return [];
  const { inspectMirror, reasonOf } = await import("../mirror/mirror.ts");
  const db = openDatabase(file, "read-only", addonPath);
  try {
    const { state, behind } = await inspectMirror({ db, url });
    if (state === undefined)
      return [warning("mirror", "PostgreSQL is reached and empty: the next start copies everything")];
    if (behind === undefined)
      return [warning("mirror", "the log of changes no longer reaches back to it: it starts again")];
    if (state.copying !== null) return [warning("mirror", `it is not whole yet: ${state.copying} are being copied`)];
    const judge = behind > MAX_CHANGES / 2 ? warning : ok;
    return [judge("mirror", `${behind} changes behind; when ${MAX_CHANGES} are, it starts again`)];
  } catch (error) {
    return [problem("mirror", `PostgreSQL is not reached: ${reasonOf(error)}`)];
  } finally {
    db.close();
  }
}

const PORT_TIMEOUT_MS = 2_000;

/** Checks that the service can listen at its address, or does so already. */
async function checkPort({ host, port }: Config): Promise<Finding> {
  const address = `${host} port ${port}`;
  const error = await tryListening(host, port);
  if (error === undefined) return ok("port", port === 0 ? `any on ${host}` : `${address} is free`);
  if (isTaken(error) && (await isToteboard(host, port)))
    return ok("port", `${address} is in use by a running toteboard`);
  return problem("port", `cannot listen on ${address}: ${adviceFor(error)}`);
}

/** Listens and stops again; resolves with the error if that fails. */
function tryListening(host: string, port: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const server = createServer();
  server.once("error", resolve);
  server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  return promise;
}

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

async function isToteboard(host: string, port: number): Promise<boolean> {
  try {
    const url = `http://${toUrlHost(host)}:${port}/openapi.json`;
    const response = await fetch(url, { signal: AbortSignal.timeout(PORT_TIMEOUT_MS) });
    const { info } = (await response.json()) as { info?: { title?: string } };
    return info?.title?.startsWith("Toteboard") === true;
  } catch {
    // Another program answers something else, or nothing.
    return false;
  }
}

const CHECK = "payments";
const WEBHOOK_PATH = "/api/v1/webhooks/stripe";

/** Without these the service learns of payments and ends late: it asks every hour. */
const EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "customer.subscription.updated",
  "customer.subscription.deleted",
];
/** Webhooks of early versions lack these. Of refunds the service learns from them alone. */
const LATER_EVENTS = ["customer.deleted", "charge.refunded", "charge.dispute.created", "charge.dispute.closed"];

/** Checks the settings for payments, and with Stripe the account, the price and the webhook. */
async function checkPayments(config: Config, addonPath: string | undefined, isOffline: boolean): Promise<Finding[]> {
  let provider: PaymentProvider | undefined;
  try {
    provider = await openProvider(config, () => config.publicUrl ?? "", { timeoutMs: 5_000, maxRetries: 0 });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [problem(CHECK, messageOf(error))];
  }
  if (provider === undefined) return [ok(CHECK, "not set up: nobody can buy a plan")];
  if (isOffline) return [...checkSettings(config), ok(CHECK, "set up; Stripe was not asked")];
  try {
    return [...checkSettings(config), ...(await askStripe(provider, config, addonPath))];
  } finally {
    provider.close();
  }
}

function checkSettings({ stripeSecretKey: secretKey = "", publicUrl }: Config): Finding[] {
  if (/^[a-z]+_test_/.test(secretKey)) return [warning(CHECK, "set up with a test key: no money moves")];
  if (publicUrl !== undefined) return [];
  return [warning(CHECK, "payers come back to this machine's own address: set TOTEBOARD_PUBLIC_URL")];
}

async function askStripe(provider: PaymentProvider, config: Config, addonPath: string | undefined): Promise<Finding[]> {
  const checks = [
    async () => checkAccount(await provider.readAccount()),
    async () => checkPrice(provider.priceId, await provider.findPrice()),
    async () => checkWebhooks(await provider.listWebhooks(), config.publicUrl),
    async () => checkDisputes(await provider.listDisputes(), config.db, addonPath),
  ];
  const findings: Finding[] = [];
  for (const check of checks) {
    try {
      findings.push(...[await check()].flat());
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      findings.push(problem(CHECK, messageOf(cause)));
    }
  }
  return findings;
}

function checkAccount({ accountId, takesCharges }: AccountFacts): Finding {
  if (takesCharges) return ok(CHECK, `account ${accountId} takes payments`);
  const advice = "complete it in Stripe's dashboard under Settings, Business";
  return problem(CHECK, `account ${accountId} cannot take payments yet: ${advice}`);
}

function checkPrice(priceId: string, found: PriceFacts | undefined): Finding {
  const { sold, trouble } = toSoldPrice(priceId, found);
  if (trouble !== undefined) return problem(CHECK, trouble);
  return ok(CHECK, `pro costs ${describePrice(sold) ?? "no single amount"} (${priceId})`);
}

const UNTIL_THEN = "in Stripe under Developers, Webhooks; until then upgrades and ends may take an hour";

/** Checks that a webhook leads to this service and gets all events. */
function checkWebhooks(webhooks: readonly WebhookFacts[], publicUrl: string | undefined): Finding {
  const address = publicUrl === undefined ? undefined : publicUrl + WEBHOOK_PATH;
  const ours = webhooks.filter(({ url }) => (address === undefined ? url.endsWith(WEBHOOK_PATH) : url === address));
  const [first] = ours;
  if (first === undefined) {
    return warning(
      CHECK,
      `no webhook leads to ${address ?? `https://YOUR-ADDRESS${WEBHOOK_PATH}`}: add one ${UNTIL_THEN}`,
    );
  }
  const endpoint = ours.find(({ isEnabled }) => isEnabled);
  if (endpoint === undefined) return problem(CHECK, `the webhook ${first.url} is disabled: enable it ${UNTIL_THEN}`);
  const isMissing = (event: string): boolean => !["*", event].some((one) => endpoint.events.includes(one));
  const missing = [...EVENTS, ...LATER_EVENTS].filter(isMissing);
  if (missing.length === 0) return ok(CHECK, `the webhook ${endpoint.url} gets all events`);
  const judge = EVENTS.some(isMissing) ? problem : warning;
  return judge(
    CHECK,
    `the webhook ${endpoint.url} does not get ${missing.join(", ")}: add these events to it in Stripe`,
  );
}

/** Names payments for keys here that are disputed and not decided. */
function checkDisputes(disputes: readonly DisputeFacts[], file: string, addonPath: string | undefined): Finding[] {
  const open = disputes.filter(({ status }) => status === "open");
  if (open.length === 0 || !existsSync(file)) return [];
  return withDatabase(file, "read-only", addonPath, (db) => {
    const own = readSchemaVersion(db) === schemaVersion() ? toOwnDisputes(db, open) : [];
    return own.map((dispute) => warning(CHECK, `key ${dispute.keyId}: ${describeDispute(dispute)}`));
  });
}

interface Finding {
  readonly check: string;
  /** A problem stops the service; a warning may do so later. */
  readonly status: "ok" | "warning" | "problem";
  readonly message: string;
}

const ok = (check: string, message: string): Finding => ({ check, status: "ok", message });

const warning = (check: string, message: string): Finding => ({ check, status: "warning", message });

const problem = (check: string, message: string): Finding => ({ check, status: "problem", message });
