-- Closed markets are listed from the file.

CREATE TABLE closed_markets (
  market_key   INTEGER PRIMARY KEY REFERENCES markets (market_key),
  platform     TEXT NOT NULL,
  category     TEXT NOT NULL,
  status       TEXT GENERATED ALWAYS AS ('closed') VIRTUAL,
  is_tradable  INTEGER NOT NULL,
  yes_price    INTEGER NOT NULL,
  volume       INTEGER NOT NULL,
  volume_24h   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  closes_at    INTEGER,
  resolved_at  INTEGER,
  change_24h   INTEGER GENERATED ALWAYS AS (NULL) VIRTUAL
) STRICT;

CREATE INDEX closed_markets_by_volume ON closed_markets (
  volume DESC, market_key, platform, category, is_tradable, yes_price
);
CREATE INDEX closed_markets_by_resolved_at ON closed_markets (
  resolved_at DESC, market_key, platform, category, is_tradable, yes_price
);
CREATE INDEX closed_markets_by_updated_at ON closed_markets (
  updated_at DESC, market_key, platform, category, is_tradable, yes_price
);

INSERT INTO closed_markets
SELECT market_key, platform, category, is_tradable, yes_price, volume, volume_24h, updated_at, closes_at, resolved_at
FROM markets CROSS JOIN market_quotes USING (market_key)
WHERE status = 'closed' AND yes_price IS NOT NULL;
