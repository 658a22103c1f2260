import type { Context } from "../../context.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import { AppError } from "../../errors.ts";
import type { MarketName, ReviewedPair } from "../../store/matching/pair-decisions.ts";
import type { Review } from "../../store/matching/pair-review.ts";
import { pathTo } from "../page/layout.ts";

/** Two markets by their names. */
export interface NamedPair {
  readonly a: MarketName;
  readonly b: MarketName;
}

export const namesOf = ({ aPlatform, aId, bPlatform, bId }: ReviewedPair): NamedPair => ({
  a: { platform: aPlatform, id: aId },
  b: { platform: bPlatform, id: bId },
});

/** "platform:id", as the command line names markets. */
export const toMarketName = ({ platform, id }: MarketName): string => `${platform}:${id}`;

/** Throws AppError validation_error. */
export function parseMarketName(name: string): MarketName {
  const [platform = "", ...rest] = name.split(":");
  const id = rest.join(":");
  if (PLATFORMS.some((one) => one.id === platform) && id !== "") return { platform, id };
  throw new AppError("validation_error", "a market is named platform:id, such as kalshi:KXFEDDECISION-25DEC");
}

/** Whether two pairs are of the same markets, in either order. */
export function isSamePair(one: NamedPair, other: NamedPair): boolean {
  const names = ({ a, b }: NamedPair): string => [toMarketName(a), toMarketName(b)].toSorted().join(" ");
  return names(one) === names(other);
}

/** The address of a list of pairs, with the one to begin with. A browser takes the focus there. */
export function pairAddress(context: Context, show: Review | "decided", pair?: NamedPair): string {
  const query = new URLSearchParams({ show });
  if (pair !== undefined && show !== "decided") {
    query.set("a", toMarketName(pair.a));
    query.set("b", toMarketName(pair.b));
  }
  return `${pathTo(context, "/admin/pairs")}?${query}${show === "decided" ? "" : "#pair"}`;
}
