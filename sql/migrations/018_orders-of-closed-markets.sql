-- Every order of closed markets has an index, each with all columns that lists are filtered by most.

DROP INDEX closed_markets_by_resolved_at;
DROP INDEX closed_markets_by_updated_at;

CREATE INDEX closed_markets_by_price ON closed_markets (
  yes_price DESC, market_key, platform, category, is_tradable, volume
);
CREATE INDEX closed_markets_by_volume_24h ON closed_markets (
  volume_24h DESC, market_key, platform, category, is_tradable, yes_price, volume
);
CREATE INDEX closed_markets_by_closes_at ON closed_markets (
  closes_at DESC, market_key, platform, category, is_tradable, yes_price, volume
);
CREATE INDEX closed_markets_by_resolved_at ON closed_markets (
  resolved_at DESC, market_key, platform, category, is_tradable, yes_price, volume
);
CREATE INDEX closed_markets_by_updated_at ON closed_markets (
  updated_at DESC, market_key, platform, category, is_tradable, yes_price, volume
);
