-- name: findResolved
-- types: resolvedAt: number
SELECT market_key AS marketKey, created_at AS createdAt, closes_at AS closesAt, resolved_at AS resolvedAt
FROM markets
WHERE market_key = ? AND resolved_at IS NOT NULL

-- name: save
INSERT OR REPLACE INTO criterion_prices
VALUES (@marketKey, @endedAt, @life_25, @life_50, @life_75, @life_mean, @last, @1h, @4h, @12h, @1d, @3d, @7d, @14d, @30d,
  @60d, @90d, @180d)

-- name: listMarketsAfter
-- The next markets of a walk over all of them, and whether they resolved.
-- types: isResolved: 0 | 1
SELECT market_key AS marketKey, resolved_at IS NOT NULL AS isResolved
FROM markets
WHERE market_key > @after
ORDER BY market_key
LIMIT (SELECT @limit)
