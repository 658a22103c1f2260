import { openPayments } from "../../billing/open.ts";
import type { Config } from "../../config.ts";
import { messageOf, UsageError } from "../../errors.ts";
import type { Finding } from "./finding.ts";

/** Looks at whether the settings for payments belong together; asks nobody. */
export function checkPayments(config: Config): Finding[] {
  const check = "payments";
  try {
    if (openPayments(config, () => config.publicUrl ?? "") === undefined) {
      return [{ check, status: "ok", message: "not set up: nobody can buy a plan" }];
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [{ check, status: "problem", message: messageOf(error) }];
  }
  const { secretKey = "" } = config.stripe;
  const isTest = /^[a-z]+_test_/.test(secretKey);
  if (isTest) return [{ check, status: "warning", message: "set up with a test key: no money moves" }];
  if (config.publicUrl === undefined) {
    return [
      { check, status: "warning", message: "payers come back to this machine's own address without --public-url" },
    ];
  }
  return [{ check, status: "ok", message: "set up" }];
}
