import { parseSpreadKey } from "../../domain/arbitrage.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import { sightSpread } from "../../store/alerts/first-states.ts";
import type { Db } from "../../store/database/db.ts";
import { findSpreadGroups } from "../../store/matching/implied-pairs.ts";
import type { PriceAges } from "../../store/price-ages.ts";
import { findOpportunities, type Opportunity } from "../../store/spreads/arbitrage.ts";
import type { AlertIndex, LiveAlert } from "./alert-index.ts";
import type { Judging, ToldFiring } from "./judging.ts";

/** Looks at spreads that opened, changed or closed. The caller holds the transaction. */
export function openSpreadAlerts(
  db: Db,
  index: AlertIndex,
  { active, activeOf, look, now, pageOf }: Judging,
  platforms: readonly string[],
): (keys: readonly string[], ages: PriceAges) => string[] {
  const traded = platforms.filter(isRealMoney);

  /** Gives the keys of those that cannot be judged while a price is stale. */
  const lookAtSpreads = (keys: readonly string[], ages: PriceAges): string[] => {
    const alerts = keys.length === 0 ? [] : activeOf("spread.opened");
    if (alerts.length === 0) return [];
    const seenBy = (key: string): LiveAlert[] => alerts.filter(({ states }) => states.has(key));
    const found = findOpportunities(db, [], keys, { platforms: traded, now: now() });
    const gone = keys.filter((key) => !found.has(key) && seenBy(key).length > 0);
    const groups = findSpreadGroups(db, gone);
    const isSomeStale = traded.some((platform) => ages.ofPlatform(platform).isStale);
    const stale = gone.filter((key) => {
      // Which markets an event had in its spread is not known any more.
      if (parseSpreadKey(key).type === "event") return isSomeStale;
      return groups.get(key)?.members.some((member) => ages.of(member).isStale);
    });
    for (const key of keys) if (!stale.includes(key)) lookAtSpread(key, seenBy(key), found.get(key));
    return stale;
  };

  const lookAtSpread = (key: string, seenBy: readonly LiveAlert[], found: Opportunity | undefined): void => {
    const scoped = (found?.members ?? []).flatMap((member) =>
      index.find({ ...member, questionId: found?.questionId ?? null }),
    );
    for (const alert of active([...new Set([...scoped, ...seenBy])], "spread.opened")) {
      look(alert, key, sightSpread(alert.rule, found), () => toldOfSpread(key, found));
    }
  };

  const toldOfSpread = (key: string, found: Opportunity | undefined): ToldFiring => {
    const group = found === undefined ? findSpreadGroups(db, [key]).get(key) : undefined;
    const titled = found?.titled ?? group?.members[0];
    const questionId = found?.questionId ?? group?.questionId ?? null;
    const legs = found?.orders.map(({ market, side, price }) => ({
      ...{ platform: market.platform, id: market.id, action: "buy", side, price: price / ONE, url: market.url },
    }));
    return {
      title: titled?.title ?? "A spread",
      url:
        (questionId === null ? pageOf("/arbitrage") : pageOf(`/questions/${questionId}`)) ??
        found?.orders[0]?.market.url ??
        group?.members[0]?.url ??
        "",
      members: {
        spread: {
          id: found?.id ?? null,
          question_id: questionId,
          confidence: found?.confidence ?? null,
          legs: legs ?? [],
        },
      },
    };
  };
  return lookAtSpreads;
}
