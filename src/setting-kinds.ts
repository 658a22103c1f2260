import { isIP } from "node:net";
import * as v from "valibot";
import { isCron } from "./cron.ts";

/**
 * A kind of value reads a text. Its title is the name that `--help` shows for such a value, none for a switch; the message of
 * each check says what was expected.
 */
export type ValueSchema = v.GenericSchema<string, unknown>;

const checked = (title: string, expected: string, passes: (text: string) => boolean) =>
  v.pipe(v.string(), v.check(passes, `expected ${expected}`), v.title(title));

export const text = (title: string) => checked(title, "a value", (given) => given !== "");

export function wholeNumber(title: string, low: number, high: number) {
  const expected = `expected a whole number from ${low} to ${high}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, expected),
    v.toNumber(),
    v.minValue(low, expected),
    v.maxValue(high, expected),
    v.title(title),
  );
}

export const oneOf = <const T extends string>(title: string, values: readonly T[]) =>
  v.pipe(v.picklist(values, `expected one of ${values.join(", ")}`), v.title(title));

export const onOff = v.pipe(
  v.string(),
  v.regex(/^(true|1|yes|on|false|0|no|off)$/i, "expected true or false"),
  v.transform((given) => /^(true|1|yes|on)$/i.test(given)),
);

const list = <T>(entry: v.GenericSchema<string, T>) =>
  v.pipe(
    v.string(),
    v.transform((given) => (given === "" ? [] : given.split(",").map((part) => part.trim()))),
    v.array(entry),
    v.readonly(),
    v.title("LIST"),
  );

export const words = v.pipe(
  list(v.string()),
  v.transform((entries) => entries.filter((entry) => entry !== "")),
  v.readonly(),
);

/** Gives those named, in the order of `known`. */
export function someOf(known: readonly string[]) {
  const expected = `expected a list of ${known.join(", ")}`;
  return v.pipe(
    list(v.pipe(v.string(), v.toLowerCase(), v.picklist(known, expected))),
    v.nonEmpty(expected),
    v.transform((entries) => known.filter((name) => entries.includes(name))),
    v.readonly(),
  );
}

export const addressBlocks = list(
  v.pipe(v.string(), v.check(isBlock, "expected a list of addresses or blocks such as 10.0.0.0/8, ::1")),
);

function isBlock(given: string): boolean {
  const [address = "", bits = "0", ...more] = given.split("/");
  const maxBits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits && more.length === 0;
}

/** A normalised address that is safe in a header, without a slash at its end. */
export const url = v.pipe(
  v.string(),
  v.check(isUrlOf(/^https?:\/\/./i), "expected an http or https address"),
  v.transform((given) => new URL(given)),
  v.check(({ search, hash }) => search === "" && hash === "", "expected an address without a query"),
  v.transform(({ href }) => href.replace(/\/+$/, "")),
  v.title("URL"),
);

function isUrlOf(scheme: RegExp): (given: string) => boolean {
  return (given) => scheme.test(given) && URL.canParse(given);
}

export const smtpUrl = checked("URL", "an address such as smtps://mail.example.org", isUrlOf(/^smtps?:\/\/./i));

/** The address of a PostgreSQL database. */
export const postgresUrl = checked(
  "URL",
  "an address such as postgres://user@host:5432/database",
  isUrlOf(/^postgres(ql)?:\/\/./i),
);

export const emailAddress = checked("ADDRESS", "an e-mail address", (given) =>
  /^[^\r\n<>@]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(given),
);

export const cronTimes = checked("TIMES", "five fields such as 0 3 * * *", isCron);

/** Null for "never". */
export const cronTimesOrNever = v.pipe(
  v.union([v.literal("never"), cronTimes]),
  v.transform((given) => (given === "never" ? null : given)),
  v.title("TIMES"),
);

export const hostAndPort = v.pipe(
  v.string(),
  v.transform((given) => /^(?:\[(?<v6>[^\]]+)\]|(?<name>[^:]+)):(?<port>\d{1,5})$/.exec(given)?.groups ?? {}),
  v.transform(({ v6, name, port }) => ({ host: v6 ?? name ?? "", port: Number(port) })),
  v.check(({ host, port }) => host !== "" && port <= 65_535, "expected an address and a port such as 127.0.0.1:9090"),
  v.title("HOST:PORT"),
);

/** Too long to guess, and safe in a header. */
export const bearerToken = (title: string, min: number) =>
  checked(title, `${min} to 200 characters without spaces`, (given) => new RegExp(`^[!-~]{${min},200}$`).test(given));

const expectedSites = "expected *, none, or a list such as https://example.org, https://*.example.org";

/** A site, or all subdomains of one. */
const site = v.pipe(
  v.string(),
  v.transform((given) => given.toLowerCase().replace(/\/$/, "")),
  v.regex(/^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, expectedSites),
);

/**
 * Which sites may show a page in a frame, as sources of frame-ancestors: `*`, `none`, or a list of origins
 * (https://www.w3.org/TR/CSP3/#directive-frame-ancestors).
 */
export const frameSources = v.pipe(
  v.union(
    [
      v.pipe(
        v.literal("*"),
        v.transform(() => ["*"]),
      ),
      v.pipe(
        v.string(),
        v.regex(/^none$/i),
        v.transform(() => ["'none'"]),
      ),
      v.pipe(list(site), v.nonEmpty(expectedSites)),
    ],
    expectedSites,
  ),
  v.readonly(),
  v.title("LIST"),
);
