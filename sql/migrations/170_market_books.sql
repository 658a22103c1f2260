-- Order books of the legs of the best spreads, kept for minutes: what can be bought at the prices shown.
CREATE TABLE market_books (
  market_key  INTEGER PRIMARY KEY REFERENCES markets (market_key),
  fetched_at  INTEGER NOT NULL,
  bids        TEXT NOT NULL,
  asks        TEXT NOT NULL
) STRICT;
