-- Which side a spread buys on each market, what resolved markets are judged by, activity by hour, and reports of visitors.

-- Spreads take the direction of their question. They follow from the views.
DROP VIEW group_pairs;
DROP VIEW group_quotes;
DROP TABLE group_spreads;

CREATE VIEW question_members AS
SELECT members.group_key, members.market_key, members.is_inverted <> titled.is_inverted AS is_inverted,
  questions.id AS question_id
FROM match_groups AS members
CROSS JOIN questions ON questions.group_key = members.group_key
CROSS JOIN match_groups AS titled ON titled.market_key = questions.market_key;

-- What takes part, in the direction of its question: what yes costs there and what it sells for. Without a book the
-- price is both; an empty side of a book cannot be traded. Nearly decided markets stay out. CROSS makes the groups the
-- outer loop, since there are far fewer of them than of markets.
CREATE VIEW group_quotes AS
SELECT group_key, market_key, is_inverted, platform, category, volume,
  best_bid IS NOT NULL OR best_ask IS NOT NULL AS has_book,
  CASE
    WHEN best_bid IS NULL AND best_ask IS NULL THEN iif(is_inverted, 1000000 - yes_price, yes_price)
    WHEN is_inverted THEN 1000000 - best_bid
    ELSE best_ask
  END AS ask,
  CASE
    WHEN best_bid IS NULL AND best_ask IS NULL THEN iif(is_inverted, 1000000 - yes_price, yes_price)
    WHEN is_inverted THEN 1000000 - best_ask
    ELSE best_bid
  END AS bid
FROM question_members
CROSS JOIN markets USING (market_key)
CROSS JOIN market_quotes USING (market_key)
WHERE status = 'open' AND yes_price > 10000 AND yes_price < 990000;

-- Two markets that no match joins directly are as alike as the weakest match of their group.
CREATE VIEW group_pairs AS
SELECT sell.bid - buy.ask AS spread, buy.group_key, buy.market_key AS buy_market_key,
  sell.market_key AS sell_market_key, iif(buy.is_inverted, 'no', 'yes') AS buy_side,
  iif(sell.is_inverted, 'yes', 'no') AS sell_side, buy.ask AS buy_price, sell.bid AS sell_price,
  coalesce(
    (
      SELECT score FROM matches
      WHERE a_market_key = min(buy.market_key, sell.market_key) AND b_market_key = max(buy.market_key, sell.market_key)
    ),
    (
      SELECT min(score) FROM match_groups AS members
      JOIN matches ON a_market_key = members.market_key
      JOIN match_groups AS others ON others.market_key = b_market_key AND others.group_key = members.group_key
      WHERE members.group_key = buy.group_key
    ),
    0
  ) AS score,
  buy.has_book AND sell.has_book AS has_books, min(buy.volume, sell.volume) AS volume, buy.platform AS buy_platform,
  sell.platform AS sell_platform, buy.category AS buy_category, sell.category AS sell_category
FROM group_quotes AS buy
JOIN group_quotes AS sell ON sell.group_key = buy.group_key AND sell.platform <> buy.platform
WHERE sell.bid >= buy.ask AND buy.ask > 0 AND sell.bid < 1000000;

CREATE TABLE group_spreads (
  spread           INTEGER NOT NULL,
  group_key        INTEGER NOT NULL,
  buy_market_key   INTEGER NOT NULL,
  sell_market_key  INTEGER NOT NULL,

  buy_side         TEXT NOT NULL CHECK (buy_side IN ('yes', 'no')),
  sell_side        TEXT NOT NULL CHECK (sell_side IN ('yes', 'no')),
  buy_price        INTEGER NOT NULL,
  sell_price       INTEGER NOT NULL,
  score            INTEGER NOT NULL,
  has_books        INTEGER NOT NULL,
  volume           INTEGER NOT NULL,
  buy_platform     TEXT NOT NULL,
  sell_platform    TEXT NOT NULL,
  buy_category     TEXT NOT NULL,
  sell_category    TEXT NOT NULL,
  PRIMARY KEY (spread DESC, group_key, buy_market_key, sell_market_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX group_spreads_by_group ON group_spreads (group_key);

INSERT INTO group_spreads SELECT * FROM group_pairs;

CREATE TABLE criterion_prices (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  market_key  INTEGER NOT NULL UNIQUE REFERENCES markets (market_key),
  ended_at    INTEGER NOT NULL,
  life_25     INTEGER,
  life_50     INTEGER,
  life_75     INTEGER,
  life_mean   INTEGER,
  last        INTEGER,
  hours_1     INTEGER,
  hours_4     INTEGER,
  hours_12    INTEGER,
  days_1      INTEGER,
  days_3      INTEGER,
  days_7      INTEGER,
  days_14     INTEGER,
  days_30     INTEGER,
  days_60     INTEGER,
  days_90     INTEGER,
  days_180    INTEGER
) STRICT;

CREATE TABLE hourly_activity (
  hour      INTEGER NOT NULL,
  platform  TEXT NOT NULL,
  volume    INTEGER NOT NULL,
  changes   INTEGER NOT NULL,
  PRIMARY KEY (hour, platform)
) STRICT, WITHOUT ROWID;

-- What visitors say does not belong to a question.
CREATE TABLE match_reports (
  report_key      INTEGER PRIMARY KEY,
  question_id     TEXT NOT NULL,
  platform        TEXT NOT NULL,
  id              TEXT NOT NULL,
  other_platform  TEXT NOT NULL,
  other_id        TEXT NOT NULL,
  note            TEXT NOT NULL,
  origin          TEXT NOT NULL,
  reported_at     INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX match_reports_by_origin ON match_reports (origin, platform, id, other_platform, other_id);
CREATE INDEX match_reports_by_pair ON match_reports (platform, id, other_platform, other_id);
