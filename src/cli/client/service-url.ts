import { quote, UsageError } from "../../errors.ts";

/** What --url names, without the slash at its end. Throws UsageError for what is no address. */
export function toServiceUrl(url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError(`--url: expected an address such as http://127.0.0.1:8080, not ${quote(url)}`);
  }
  return url.replace(/\/+$/, "");
}
