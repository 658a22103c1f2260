-- The type of a spread is a column, with the keys of what it belongs to beside it; logged changes and states of alerts name that
-- as text. Spreads have the size that books offer. The writer makes the rows again at its start.

DROP TABLE group_spreads;

CREATE TABLE spreads (
  type             TEXT NOT NULL CHECK (type IN ('same', 'implied', 'event')),
  -- What it belongs to, by its type; the others are 0.
  group_key        INTEGER NOT NULL,
  a_market_key     INTEGER NOT NULL,
  b_market_key     INTEGER NOT NULL,
  event_key        INTEGER NOT NULL,
  place            INTEGER NOT NULL,          -- among those of the same: 0 is what fees leave most of
  -- What lists are filtered and sorted by.
  confidence       INTEGER NOT NULL,          -- with prices read just now: a position in CONFIDENCES
  net              INTEGER NOT NULL,          -- what fees leave of the spread, for one contract of each leg
  spread           INTEGER NOT NULL,
  score            INTEGER NOT NULL,
  buy_platform     TEXT NOT NULL,
  sell_platform    TEXT NOT NULL,
  buy_category     TEXT NOT NULL,
  sell_category    TEXT NOT NULL,
  buy_market_key   INTEGER NOT NULL,
  sell_market_key  INTEGER NOT NULL,
  volume           INTEGER NOT NULL,          -- the smallest of the markets
  closes_at        INTEGER,                   -- when the last leg closes; null where one is unknown
  pays             INTEGER NOT NULL,          -- what one contract of each leg pays
  -- Contracts that the books of all legs offer at these prices: null where one was not read, or is older than its price.
  size             INTEGER,
  books_at         INTEGER,                   -- when the oldest of these books was read; null where one was not
  -- What is bought on each market.
  buy_side         TEXT NOT NULL CHECK (buy_side IN ('yes', 'no')),
  sell_side        TEXT NOT NULL CHECK (sell_side IN ('yes', 'no')),
  buy_price        INTEGER NOT NULL,
  sell_price       INTEGER NOT NULL,
  has_books        INTEGER NOT NULL,
  PRIMARY KEY (type, group_key, a_market_key, b_market_key, event_key, place)
) STRICT, WITHOUT ROWID;

-- Lists have only spreads of a known size, unless they are asked for all.
CREATE INDEX spreads_by_size ON spreads (books_at) WHERE size IS NOT NULL;

UPDATE feed_changes
SET subject = iif(subject < 67108864, 'same:' || subject, 'implied:' || (subject / 67108864) || ':' || (subject % 67108864))
WHERE type = 6;

UPDATE OR IGNORE alert_states
SET subject = iif(
  CAST(subject AS INTEGER) < 67108864,
  'same:' || subject,
  'implied:' || (CAST(subject AS INTEGER) / 67108864) || ':' || (CAST(subject AS INTEGER) % 67108864)
)
WHERE alert_key IN (SELECT alert_key FROM alerts WHERE rule ->> 'type' IN ('spread.opened', 'spread.closed'));

CREATE TABLE alert_waiting_next (
  type     INTEGER NOT NULL,
  subject  ANY NOT NULL,
  PRIMARY KEY (type, subject)
) STRICT, WITHOUT ROWID;

INSERT INTO alert_waiting_next
SELECT type,
  CASE
    WHEN type <> 6 THEN subject
    WHEN subject < 67108864 THEN 'same:' || subject
    ELSE 'implied:' || (subject / 67108864) || ':' || (subject % 67108864)
  END
FROM alert_waiting;

DROP TABLE alert_waiting;
ALTER TABLE alert_waiting_next RENAME TO alert_waiting;
