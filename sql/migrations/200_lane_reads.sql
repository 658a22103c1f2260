-- When the fast lane read the quotes of its markets: these are younger than the platform's last pass.
CREATE TABLE lane_reads (
  market_key  INTEGER PRIMARY KEY REFERENCES markets (market_key),
  platform    TEXT NOT NULL,
  read_at     INTEGER NOT NULL
) STRICT;
