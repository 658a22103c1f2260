-- What was asked of platforms for the time before a market was first seen here.
CREATE TABLE history_backfills (
  market_key     INTEGER PRIMARY KEY REFERENCES markets (market_key),
  status         TEXT NOT NULL CHECK (status IN ('complete', 'unavailable')),
  tried_at       INTEGER NOT NULL,         -- epoch milliseconds
  -- Epoch seconds: earlier points are the platform's, not seen here, and say nothing of the volume.
  observed_from  INTEGER NOT NULL
) STRICT;
