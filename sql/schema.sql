-- What a new database is created from: grouped by noun, one statement a table, its indexes and triggers below it.
-- A change goes here and into a new file of sql/migrations, which brings databases
-- of the version before to the same schema.
--
-- Prices and scores are integer millionths, money is integer cents of a dollar, times are epoch milliseconds unless a
-- comment says otherwise.

-- The file as a whole ------------------------------------------------------------------------------------------------

-- Facts about the database, such as whether it holds demo data.
CREATE TABLE properties (
  name   TEXT PRIMARY KEY,
  value  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Where each background job over a table stopped, so that it resumes there.
CREATE TABLE job_positions (
  job       TEXT PRIMARY KEY,
  position  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Events -------------------------------------------------------------------------------------------------------------

-- What rarely changes of an event; the rest is in event_totals.
CREATE TABLE events (
  event_key      INTEGER PRIMARY KEY,
  platform       TEXT NOT NULL,
  id             TEXT NOT NULL,
  title          TEXT NOT NULL,
  category       TEXT NOT NULL,
  description    TEXT,
  url            TEXT NOT NULL,
  image_url      TEXT,
  starts_at      INTEGER,
  ends_at        INTEGER,
  tags           TEXT NOT NULL,               -- JSON array of strings
  liquidity      INTEGER,
  is_exclusive   INTEGER,
  is_partial     INTEGER NOT NULL,            -- 1 while the event is only known from its markets
  opened_at      INTEGER NOT NULL,            -- starts_at, else when it was first seen
  updated_at     INTEGER NOT NULL,
  -- A partial event is looked up by its id: when next, and how often it was tried.
  lookup_due_at  INTEGER NOT NULL DEFAULT 0,
  lookups        INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX events_by_id ON events (platform, id);
CREATE INDEX events_by_url ON events (url);
CREATE INDEX events_to_look_up ON events (platform, lookup_due_at) WHERE is_partial = 1;

-- Sums over the listed markets of an event: those that have a price. An event without any is in no list.
CREATE TABLE event_totals (
  event_key          INTEGER PRIMARY KEY REFERENCES events (event_key),
  market_count       INTEGER NOT NULL,
  open_market_count  INTEGER NOT NULL,
  volume             INTEGER NOT NULL,
  volume_24h         INTEGER NOT NULL,
  status             TEXT GENERATED ALWAYS AS (iif(open_market_count > 0, 'open', 'closed')) VIRTUAL
) STRICT;

-- Counts of listed events. Counting index entries takes milliseconds and grows with the table.
CREATE TABLE event_counts (
  platform  TEXT NOT NULL,
  category  TEXT NOT NULL,
  status    TEXT NOT NULL,
  events    INTEGER NOT NULL,
  PRIMARY KEY (platform, category, status)
) STRICT, WITHOUT ROWID;

-- Markets ------------------------------------------------------------------------------------------------------------

-- What rarely changes of a market; the rest is in market_quotes, so that a pass writes few pages.
CREATE TABLE markets (
  market_key        INTEGER PRIMARY KEY,
  event_key         INTEGER NOT NULL REFERENCES events (event_key),
  platform          TEXT NOT NULL,
  id                TEXT NOT NULL,
  title             TEXT NOT NULL,
  outcome_label     TEXT,
  url               TEXT NOT NULL,
  history_key       TEXT,                     -- what the platform's history is asked for by
  category          TEXT NOT NULL,            -- its event's, repeated so that one index serves filter and order
  description_crc   INTEGER NOT NULL,         -- of the description in market_descriptions
  status            TEXT NOT NULL CHECK (status IN ('open', 'closed')),
  closes_at         INTEGER,                  -- as people expect it; null once it has passed while trading goes on
  created_at        INTEGER,
  outcome           TEXT,
  settlement_price  INTEGER,
  resolved_at       INTEGER,
  first_seen_at     INTEGER NOT NULL,
  missing_since     INTEGER,                  -- since when the platform's open listing lacks it
  is_tradable       INTEGER NOT NULL DEFAULT 1,  -- 0 while the platform takes no orders
  latest_closes_at  INTEGER,                  -- when the platform ends trading at the latest
  -- What the rate of the fee is a share of, and what said so; see src/domain/platforms.ts.
  fee_kind          TEXT NOT NULL DEFAULT 'none' CHECK (fee_kind IN ('none', 'quadratic', 'price', 'profit')),
  fee_rate          INTEGER NOT NULL DEFAULT 0,
  fee_source        TEXT NOT NULL DEFAULT 'platform' CHECK (fee_source IN ('market', 'event', 'series', 'platform')),
  source_crc        INTEGER NOT NULL DEFAULT 0  -- of the settlement source there
) STRICT;

CREATE UNIQUE INDEX markets_by_id ON markets (platform, id);
CREATE INDEX markets_by_event ON markets (event_key);
CREATE INDEX markets_to_close ON markets (ifnull(closes_at, latest_closes_at)) WHERE status = 'open';
-- What a complete pass over a platform's open listing must contain.
CREATE INDEX markets_expected ON markets (platform, status) WHERE missing_since IS NULL AND resolved_at IS NULL;
CREATE INDEX markets_by_platform_resolved_at ON markets (platform, resolved_at DESC, id) WHERE resolved_at IS NOT NULL;

-- Listed markets that are closed, each with what lists filter and order by: a market's row and its quotes once more. The open ones
-- change too often for such indexes.
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

CREATE TABLE market_descriptions (
  market_key         INTEGER PRIMARY KEY REFERENCES markets (market_key),
  description        TEXT NOT NULL,           -- empty where only the settlement source is known
  settlement_source  TEXT,                    -- JSON: name and url, either may be null
  changed_at         INTEGER,                 -- when the description was last read with another text
  text_version       INTEGER NOT NULL DEFAULT 1  -- RULES_TEXT_VERSION of the program that read the description
) STRICT;

CREATE TABLE market_quotes (
  market_key     INTEGER PRIMARY KEY REFERENCES markets (market_key),
  yes_price      INTEGER CHECK (yes_price BETWEEN 0 AND 1000000),   -- null for a market that is not listed
  price_source   TEXT,
  best_bid       INTEGER,
  best_ask       INTEGER,
  last_price     INTEGER,
  volume         INTEGER NOT NULL,
  volume_24h     INTEGER NOT NULL,
  raw_volume     REAL,                        -- in the platform's own unit
  liquidity      INTEGER,
  open_interest  INTEGER,
  updated_at     INTEGER NOT NULL,            -- when anything published of the market last changed
  last_seq       INTEGER,                     -- of its newest point in history_recent
  has_price      INTEGER GENERATED ALWAYS AS (yes_price IS NOT NULL) VIRTUAL,
  price_seq      INTEGER,                     -- in feed_changes: of its newest change of type price
  status_seq     INTEGER                      -- the same of type status
) STRICT;

-- Counts of listed markets.
CREATE TABLE market_counts (
  platform  TEXT NOT NULL,
  category  TEXT NOT NULL,
  status    TEXT NOT NULL,
  bucket    INTEGER NOT NULL,                 -- of volumes: a position in VOLUME_BUCKETS
  markets   INTEGER NOT NULL,
  volume    INTEGER NOT NULL,
  PRIMARY KEY (platform, category, status, bucket)
) STRICT, WITHOUT ROWID;

-- Changes ------------------------------------------------------------------------------------------------------------

-- Every published change, oldest first: streams read it, and lists in memory read again what it names. It holds
-- no values: a reader takes the newest state. Each start of the writer leaves a gap in seq, see src/store/change-log.ts.
CREATE TABLE feed_changes (
  seq      INTEGER PRIMARY KEY,
  at       INTEGER NOT NULL,                  -- when it was written
  -- 0 the writer started; 1 price, 2 status, 3 listed, 4 resolved: of a market; 5 match: of a question; 6 spread: of its
  -- subject; 7 source: of a platform; 8 of an event, for lists alone; 9 moved: what filters found a market by before;
  -- 10 the past of a market was written, for lists alone; 11 matches of a market have another score, for the mirror alone
  type     INTEGER NOT NULL,
  subject  ANY                                -- the key of its row, a platform's id, JSON of 9, "same:17" of 6; null for a start
) STRICT;

-- Titles -------------------------------------------------------------------------------------------------------------

-- Titles as full text, by the keys of their rows. The program splits and folds the words; the tokenizer only splits at
-- spaces. The texts themselves stay in the rows.
CREATE VIRTUAL TABLE market_titles USING fts5 (
  title, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3 4'
);

CREATE VIRTUAL TABLE event_titles USING fts5 (
  title, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3 4'
);

-- The words of market titles, and how many titles have each.
CREATE VIRTUAL TABLE market_words USING fts5vocab (market_titles, row);

-- History ------------------------------------------------------------------------------------------------------------

-- History holds changes only: the price at a time is that of the last point before it. Times are epoch seconds.

-- New points, appended as they come and moved to history_points from time to time: clustered writes on every pass would
-- cost many times the disk traffic. Each point has the seq of its market's point before, which replaces an index.
-- AUTOINCREMENT never reuses a seq, so that of a moved point leads nowhere.
CREATE TABLE history_recent (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  market_key    INTEGER NOT NULL,
  at            INTEGER NOT NULL,
  yes_price     INTEGER NOT NULL,
  volume        INTEGER NOT NULL,             -- lifetime volume then
  previous_seq  INTEGER
) STRICT;

CREATE TABLE history_points (
  market_key  INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  yes_price   INTEGER NOT NULL,
  volume      INTEGER NOT NULL,
  PRIMARY KEY (market_key, at)
) STRICT, WITHOUT ROWID;

-- Older points: one row an hour, later one a day, in which anything changed.
CREATE TABLE history_candles (
  market_key  INTEGER NOT NULL,
  span        INTEGER NOT NULL,               -- seconds: 3600 or 86400
  at          INTEGER NOT NULL,               -- start of the span
  open        INTEGER NOT NULL,
  high        INTEGER NOT NULL,
  low         INTEGER NOT NULL,
  close       INTEGER NOT NULL,
  volume      INTEGER NOT NULL,               -- lifetime volume at the end of the span
  points      INTEGER NOT NULL,
  PRIMARY KEY (market_key, span, at)
) STRICT, WITHOUT ROWID;

-- Which markets' past, from before they were first seen here, was fetched from their platform.
CREATE TABLE history_backfills (
  market_key     INTEGER PRIMARY KEY REFERENCES markets (market_key),
  status         TEXT NOT NULL CHECK (status IN ('complete', 'unavailable')),
  tried_at       INTEGER NOT NULL,            -- epoch milliseconds
  -- Epoch seconds. Earlier points are the platform's and have no volume.
  observed_from  INTEGER NOT NULL
) STRICT;

-- What resolved markets are judged by, kept for good: what yes cost at moments of their lives, as domain/accuracy.ts names
-- them; null where no price is known. A row that is written again gets a new seq, so that readers notice.
CREATE TABLE criterion_prices (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  market_key  INTEGER NOT NULL UNIQUE REFERENCES markets (market_key),
  ended_at    INTEGER NOT NULL,               -- epoch seconds
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

CREATE TABLE daily_volumes (
  day       INTEGER NOT NULL,                 -- days since 1970-01-01, UTC
  platform  TEXT NOT NULL,
  volume    INTEGER NOT NULL,                 -- sum of the increases of lifetime volume
  markets   INTEGER NOT NULL,                 -- open markets, the highest count of the day
  PRIMARY KEY (day, platform)
) STRICT, WITHOUT ROWID;

-- Answers when the records of a platform begin.
CREATE UNIQUE INDEX daily_volumes_by_platform ON daily_volumes (platform, day);

-- Ingest -------------------------------------------------------------------------------------------------------------

-- One row a pass. The latest rows give the state of ingest.
CREATE TABLE ingest_runs (
  run_key      INTEGER PRIMARY KEY,
  platform     TEXT NOT NULL,
  kind         TEXT NOT NULL CHECK (kind IN ('full', 'active', 'resolved')),
  started_at   INTEGER NOT NULL,
  finished_at  INTEGER NOT NULL,
  status       TEXT NOT NULL CHECK (status IN ('ok', 'failed', 'held')),
  pages        INTEGER NOT NULL,
  markets      INTEGER NOT NULL,              -- records read
  inserted     INTEGER NOT NULL,
  changed      INTEGER NOT NULL,
  missing      INTEGER NOT NULL,              -- closed because the listing lacks them
  rejected     INTEGER NOT NULL,
  rejections   TEXT NOT NULL,                 -- JSON {reason: {count, ids: the first few}}
  error        TEXT,                          -- code and host, never a path
  next_at      INTEGER NOT NULL               -- when the next pass of this kind is due
) STRICT;

CREATE INDEX ingest_runs_by_platform ON ingest_runs (platform, kind, run_key);

-- How passes over a platform ended, day by day. Single passes are kept for a week.
CREATE TABLE daily_passes (
  platform   TEXT NOT NULL,
  day        INTEGER NOT NULL,                -- days since 1970-01-01, UTC
  passes     INTEGER NOT NULL,
  succeeded  INTEGER NOT NULL,
  PRIMARY KEY (platform, day)
) STRICT, WITHOUT ROWID;

-- Closed markets whose outcome is not known yet.
CREATE TABLE outcome_checks (
  market_key  INTEGER PRIMARY KEY REFERENCES markets (market_key),
  platform    TEXT NOT NULL,
  due_at      INTEGER NOT NULL,
  attempts    INTEGER NOT NULL,
  closed_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX outcome_checks_by_due ON outcome_checks (platform, due_at);

-- Order books of the legs of the best spreads, kept for minutes: what can be bought at the prices shown.
CREATE TABLE market_books (
  market_key  INTEGER PRIMARY KEY REFERENCES markets (market_key),
  fetched_at  INTEGER NOT NULL,               -- when its platform was asked
  bids        TEXT NOT NULL,                  -- JSON of [price of yes, contracts], best first
  asks        TEXT NOT NULL
) STRICT;

-- When the fast lane read the quotes of its markets: these are younger than the platform's last pass.
CREATE TABLE lane_reads (
  market_key  INTEGER PRIMARY KEY REFERENCES markets (market_key),
  platform    TEXT NOT NULL,
  read_at     INTEGER NOT NULL                -- 0 before the first reading
) STRICT;

-- Matching -----------------------------------------------------------------------------------------------------------

-- Markets whose question is new or changed. One market may be at several stages: chosen among because of its partners,
-- and read again because it changed.
CREATE TABLE match_queue (
  market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  stage       INTEGER NOT NULL,               -- 0 read it, 1 compare it, 2 choose among its pairs
  PRIMARY KEY (stage, market_key)
) STRICT, WITHOUT ROWID;

-- The questions of open and lately closed markets, in parts.
CREATE TABLE propositions (
  market_key  INTEGER PRIMARY KEY REFERENCES markets (market_key),
  platform    TEXT NOT NULL,
  words       TEXT NOT NULL,                  -- JSON array, in order, unstemmed
  context     TEXT NOT NULL,                  -- JSON array: what only the event's title says
  entity      TEXT NOT NULL,                  -- JSON array: whom or what the outcome names
  dates       TEXT NOT NULL,                  -- JSON array of {kind, value, isLimit}
  numbers     TEXT NOT NULL,                  -- JSON array of {comparison, value, upTo, isCount, unit}
  facets      TEXT NOT NULL,                  -- JSON array of "name:value": office, party, state, stage, rank
  hints       TEXT NOT NULL,                  -- JSON array: facets that only the event's title has
  is_negated  INTEGER NOT NULL,
  closes_at   INTEGER,
  names       TEXT NOT NULL DEFAULT '[]',     -- JSON array: words of proper names
  years       TEXT NOT NULL DEFAULT '[]',     -- JSON array: years that any text of the market says
  rule_words  TEXT NOT NULL DEFAULT '[]',     -- JSON array: stems of the sentence in its rules that says what yes takes
  rules_crc   INTEGER NOT NULL DEFAULT 0      -- of the text of the rules
) STRICT;

-- In how many propositions each word was at the last count.
CREATE TABLE word_frequencies (
  word          TEXT PRIMARY KEY,
  propositions  INTEGER NOT NULL,
  counted_at    INTEGER NOT NULL              -- the number of that count
) STRICT, WITHOUT ROWID;

-- Pairs that passed every veto with a score worth a review. `matches` holds the best of them.
CREATE TABLE scored_pairs (
  a_market_key  INTEGER NOT NULL REFERENCES markets (market_key),   -- the smaller key
  b_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  score         INTEGER NOT NULL,
  relation      TEXT NOT NULL CHECK (relation IN ('same', 'inverted', 'related')),
  reasons       TEXT NOT NULL,                -- JSON array of sentences
  is_proven     INTEGER NOT NULL DEFAULT 0,   -- deadline and predicate were read on both sides and are equal, or a game
  by_rules      INTEGER NOT NULL DEFAULT 0,   -- the rules of both decided, or a judge or the operator
  PRIMARY KEY (a_market_key, b_market_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX scored_pairs_by_b ON scored_pairs (b_market_key);
CREATE INDEX scored_pairs_by_score ON scored_pairs (score);

-- Pairs that sound alike and met a veto, which the first of the reasons names.
CREATE TABLE near_misses (
  a_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  b_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  score         INTEGER NOT NULL,             -- what it would be without the veto
  veto          TEXT NOT NULL,
  reasons       TEXT NOT NULL,
  -- Of A to B: yes on a subset means yes on its superset. Null where neither says anything of the other.
  relation      TEXT CHECK (relation IN ('subset', 'superset', 'disjoint', 'complement')),
  PRIMARY KEY (a_market_key, b_market_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX near_misses_by_b ON near_misses (b_market_key);
CREATE INDEX near_misses_by_score ON near_misses (score DESC);

-- What a language model said of pairs, where the operator has one asked. It outlives the pair.
CREATE TABLE judge_verdicts (
  a_market_key  INTEGER NOT NULL REFERENCES markets (market_key),   -- the smaller key
  b_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  texts         TEXT NOT NULL,                -- a digest of both sides' texts and the model
  verdict       TEXT NOT NULL CHECK (verdict IN ('same', 'inverted', 'different', 'unsure')),
  sentence      TEXT NOT NULL,                -- that decides, as the model quotes it
  model         TEXT NOT NULL,
  is_stale      INTEGER NOT NULL,             -- a text of either side has changed since
  PRIMARY KEY (a_market_key, b_market_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX judge_verdicts_by_b ON judge_verdicts (b_market_key);
CREATE INDEX judge_verdicts_by_texts ON judge_verdicts (texts);

-- Accepted pairs of markets on different platforms that ask the same question.
CREATE TABLE matches (
  a_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  b_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  score         INTEGER NOT NULL,
  relation      TEXT NOT NULL CHECK (relation IN ('same', 'inverted', 'related')),
  reasons       TEXT NOT NULL,                -- JSON array of sentences
  PRIMARY KEY (a_market_key, b_market_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_by_b ON matches (b_market_key);
CREATE INDEX matches_by_score ON matches (score);

-- Connected matches, at most one market of a platform in each, or two of one event that ask the opposite. A group's key is its smallest market key.
CREATE TABLE match_groups (
  market_key   INTEGER PRIMARY KEY REFERENCES markets (market_key),
  group_key    INTEGER NOT NULL,
  is_inverted  INTEGER NOT NULL               -- against the market whose key the group has
) STRICT;

CREATE INDEX match_groups_by_group ON match_groups (group_key);

-- The public identity of groups. It outlives changes of a group while its market stays in it; of two groups that join, the
-- older question goes on.
CREATE TABLE questions (
  question_key   INTEGER PRIMARY KEY,         -- the older, the smaller
  id             TEXT NOT NULL,               -- a hash of its market's platform and id
  market_key     INTEGER NOT NULL REFERENCES markets (market_key),  -- its oldest member at first: gives title and direction
  group_key      INTEGER,                     -- null while another question has the group, or none
  successor_market_key INTEGER REFERENCES markets (market_key),  -- another of its markets, once its own has left
  changed_at     INTEGER NOT NULL,            -- when its members last changed
  generation     INTEGER NOT NULL             -- one more than any other with every change of the members
) STRICT;

CREATE UNIQUE INDEX questions_by_id ON questions (id);
CREATE UNIQUE INDEX questions_by_market ON questions (market_key);
CREATE UNIQUE INDEX questions_by_group ON questions (group_key);
CREATE INDEX questions_by_generation ON questions (generation);

-- What the operator decided about a pair. By platform and id, so that it outlives the markets' rows; A sorts before B.
CREATE TABLE pair_decisions (
  a_platform   TEXT NOT NULL,
  a_id         TEXT NOT NULL,
  b_platform   TEXT NOT NULL,
  b_id         TEXT NOT NULL,
  decision     TEXT NOT NULL CHECK (decision IN ('confirmed', 'rejected')),
  is_inverted  INTEGER,                       -- null: as the comparison says
  decided_at   INTEGER NOT NULL,
  -- The match it was when first decided; null when it was none.
  match_score     INTEGER,
  match_relation  TEXT,
  rules_version   INTEGER,                    -- the rules of that time; null when they were not noted
  PRIMARY KEY (a_platform, a_id, b_platform, b_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX pair_decisions_by_b ON pair_decisions (b_platform, b_id);

-- What visitors say does not belong to a question, until the operator is done with it.
CREATE TABLE match_reports (
  report_key      INTEGER PRIMARY KEY,
  question_id     TEXT NOT NULL,
  platform        TEXT NOT NULL,              -- of the market that does not belong
  id              TEXT NOT NULL,
  other_platform  TEXT NOT NULL,              -- of a market that it was matched with
  other_id        TEXT NOT NULL,
  note            TEXT NOT NULL,              -- as typed, perhaps empty
  origin          TEXT NOT NULL,              -- a digest of the address it came from
  reported_at     INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX match_reports_by_origin ON match_reports (origin, platform, id, other_platform, other_id);
CREATE INDEX match_reports_by_pair ON match_reports (platform, id, other_platform, other_id);

-- Arbitrage ----------------------------------------------------------------------------------------------------------

-- The markets of each question, and whether yes there is its no.
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
WHERE status = 'open' AND is_tradable = 1 AND yes_price > 10000 AND yes_price < 990000;

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

-- To buy yes on one market and sell it on another, where that does not lose before fees; to sell yes is to buy no. Kept by the
-- writer (src/store/spreads/spread-rows.ts): joining all groups takes a request too long. `same` are the rows of group_pairs.
-- `implied` are what near misses with a relation allow in the same way, after fees. `event` is one side of all open outcomes of
-- an event: its prices are sums, its markets the first and the last of them.
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

-- Keys and usage -----------------------------------------------------------------------------------------------------

CREATE TABLE keys (
  key_id        TEXT PRIMARY KEY,             -- UUID
  parent_id     TEXT REFERENCES keys (key_id),  -- the key that created it; null when none did
  key_prefix    TEXT NOT NULL,                -- of its newest secret
  name          TEXT NOT NULL,
  email         TEXT NOT NULL,
  tier          TEXT NOT NULL CHECK (tier IN ('free', 'pro', 'enterprise')),
  -- Limits of its own; null is the tier's.
  per_minute    INTEGER CHECK (per_minute > 0),
  per_day       INTEGER CHECK (per_day > 0),
  per_month     INTEGER CHECK (per_month > 0),
  created_at    INTEGER NOT NULL,
  revoked_at    INTEGER,
  last_used_at  INTEGER,
  origin        TEXT                          -- digest of the address that made it; null where the operator did
) STRICT;

CREATE INDEX keys_by_created_at ON keys (created_at, key_id);
CREATE INDEX keys_by_origin ON keys (origin, created_at) WHERE origin IS NOT NULL;

-- Digests of the secrets, which themselves are stored nowhere. An ended one is kept for a while, so that the answer to
-- its holder says why it no longer works.
CREATE TABLE key_secrets (
  digest      BLOB PRIMARY KEY,               -- SHA-256
  key_id      TEXT NOT NULL REFERENCES keys (key_id),
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER                         -- null for the newest; 0 for one ended at once, by any clock
) STRICT, WITHOUT ROWID;

CREATE INDEX key_secrets_by_key ON key_secrets (key_id, created_at);

-- The number of each key's last change: a reader asks for those above the highest it has seen. Use is no change.
CREATE TABLE key_changes (
  key_id  TEXT PRIMARY KEY REFERENCES keys (key_id),
  seq     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX key_changes_by_seq ON key_changes (seq);

CREATE TRIGGER key_changed_on_insert AFTER INSERT ON keys
BEGIN
  INSERT INTO key_changes VALUES (new.key_id, (SELECT ifnull(max(seq), 0) + 1 FROM key_changes));
END;

CREATE TRIGGER key_changed_on_update
AFTER UPDATE OF parent_id, key_prefix, name, email, tier, per_minute, per_day, per_month, revoked_at ON keys
BEGIN
  UPDATE key_changes SET seq = (SELECT max(seq) + 1 FROM key_changes) WHERE key_id = new.key_id;
END;

CREATE TRIGGER key_changed_on_new_secret AFTER INSERT ON key_secrets
BEGIN
  UPDATE key_changes SET seq = (SELECT max(seq) + 1 FROM key_changes) WHERE key_id = new.key_id;
END;

CREATE TRIGGER key_changed_on_ended_secret AFTER UPDATE ON key_secrets
BEGIN
  UPDATE key_changes SET seq = (SELECT max(seq) + 1 FROM key_changes) WHERE key_id = new.key_id;
END;

-- Requests of a key on a UTC day. Months are sums of days, so nothing is ever reset.
CREATE TABLE daily_usage (
  key_id    TEXT NOT NULL REFERENCES keys (key_id),
  day       INTEGER NOT NULL,                 -- days since 1970-01-01, UTC
  requests  INTEGER NOT NULL,
  PRIMARY KEY (key_id, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_usage_by_day ON daily_usage (day);

-- Payments -----------------------------------------------------------------------------------------------------------

-- The latest payment page of a key, which the provider hosts. What is paid the provider alone knows.
CREATE TABLE checkouts (
  key_id      TEXT NOT NULL PRIMARY KEY REFERENCES keys (key_id),
  session_id  TEXT NOT NULL UNIQUE,           -- the provider's
  price_id    TEXT,                           -- what it sells; null until that was noted
  is_open     INTEGER NOT NULL                -- 0 once the provider has said that it cannot be paid any more
) STRICT;

CREATE INDEX checkouts_open ON checkouts (key_id) WHERE is_open = 1;

-- Subscriptions as the provider had them last. One pays for pro at the price it was sold at, or at the one for sale now;
-- one that runs at another price is 'moved'.
CREATE TABLE subscriptions (
  subscription_id  TEXT NOT NULL PRIMARY KEY, -- the provider's
  key_id           TEXT NOT NULL REFERENCES keys (key_id),
  customer_id      TEXT,
  status           TEXT NOT NULL CHECK (status IN ('live', 'unpaid', 'moved', 'ended')),
  price_id         TEXT,                      -- what it was sold at: null until known, '' if at no price of pro
  is_unwanted      INTEGER NOT NULL,          -- 1 where it must be cancelled with the provider
  paid_until       INTEGER                    -- the end of the period that was billed last
) STRICT;

CREATE INDEX subscriptions_by_key ON subscriptions (key_id);
CREATE INDEX subscriptions_by_customer ON subscriptions (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX subscriptions_to_cancel ON subscriptions (subscription_id) WHERE status <> 'ended' AND is_unwanted = 1;

-- A revoked key's subscription must be cancelled, from wherever the key was revoked.
CREATE TRIGGER subscription_unwanted_on_revoke AFTER UPDATE OF revoked_at ON keys
WHEN new.revoked_at IS NOT NULL
BEGIN
  UPDATE subscriptions SET is_unwanted = 1 WHERE key_id = new.key_id AND status <> 'ended';
END;

CREATE TABLE tier_changes (
  change_key  INTEGER PRIMARY KEY,
  key_id      TEXT NOT NULL REFERENCES keys (key_id),
  from_tier   TEXT NOT NULL,
  to_tier     TEXT NOT NULL,                  -- the same where a payment had to be refunded
  cause       TEXT NOT NULL,
  event_id    TEXT,                           -- the notification; null when no notification caused it
  changed_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX tier_changes_by_key ON tier_changes (key_id, change_key);

-- Webhooks and their deliveries --------------------------------------------------------------------------------------

-- Where messages go. Secrets and tokens are stored as they are: each message is signed or addressed with them. An ended
-- one has none any more, and waits for the job that deletes it with its deliveries.
CREATE TABLE webhooks (
  webhook_key          INTEGER PRIMARY KEY,
  webhook_id           TEXT NOT NULL UNIQUE,
  key_id               TEXT REFERENCES keys (key_id),  -- null for the operator's own
  target               TEXT NOT NULL CHECK (target IN ('webhook', 'ntfy', 'discord', 'slack', 'telegram', 'email')),
  name                 TEXT NOT NULL,
  address              TEXT NOT NULL,         -- a URL, that of the Bot API of telegram, or an e-mail address
  chat_id              TEXT,                  -- of telegram
  token                TEXT,                  -- of telegram's bot, or for ntfy
  secret               TEXT,                  -- signs messages to a webhook
  previous_secret      TEXT,                  -- signs them too, until it expires
  previous_expires_at  INTEGER,
  confirmation_digest  TEXT,                  -- SHA-256 of the code that confirms an e-mail address
  state                TEXT NOT NULL CHECK (state IN ('enabled', 'unconfirmed', 'disabled', 'ended')),
  reason               TEXT CHECK (reason IN ('owner', 'gone', 'failing', 'overflow', 'plan')),  -- why it is disabled
  failures             INTEGER NOT NULL,      -- tries that failed since the last one that did not
  failing_since        INTEGER,
  held_until           INTEGER NOT NULL,      -- what it asked for by Retry-After
  next_at              INTEGER,               -- when its next try is due; null where nothing waits or it is not sent to
  created_at           INTEGER NOT NULL
) STRICT;

CREATE INDEX webhooks_by_key ON webhooks (key_id, webhook_key);
CREATE INDEX webhooks_due ON webhooks (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhooks_failing ON webhooks (failing_since) WHERE failing_since IS NOT NULL AND state <> 'ended';
CREATE INDEX webhooks_ended ON webhooks (webhook_key) WHERE state = 'ended';

-- A revoked key is told nothing more, from wherever it was revoked.
CREATE TRIGGER webhooks_end_on_revoke AFTER UPDATE OF revoked_at ON keys
WHEN new.revoked_at IS NOT NULL
BEGIN
  UPDATE webhooks
  SET state = 'ended', address = '', chat_id = NULL, token = NULL, secret = NULL, previous_secret = NULL, next_at = NULL
  WHERE key_id = new.key_id;
END;

-- One message to one webhook, in the order of their keys.
CREATE TABLE deliveries (
  delivery_key  INTEGER PRIMARY KEY,
  webhook_key   INTEGER NOT NULL REFERENCES webhooks (webhook_key),
  message_id    TEXT NOT NULL,                -- the same for all webhooks and on each try
  alert_id      TEXT,                         -- null where no alert fired
  type          TEXT NOT NULL,
  body          TEXT NOT NULL,                -- JSON, as it is signed
  status        TEXT NOT NULL CHECK (status IN ('waiting', 'delivered', 'failed')),
  tries         INTEGER NOT NULL,
  next_at       INTEGER NOT NULL,             -- 0 until the first try, which no clock may delay
  created_at    INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX deliveries_by_message ON deliveries (webhook_key, message_id);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_key, delivery_key);
CREATE INDEX deliveries_waiting ON deliveries (webhook_key, next_at, delivery_key) WHERE status = 'waiting';
CREATE INDEX deliveries_by_created_at ON deliveries (created_at);

CREATE TABLE delivery_attempts (
  attempt_key   INTEGER PRIMARY KEY,
  delivery_key  INTEGER NOT NULL REFERENCES deliveries (delivery_key) ON DELETE CASCADE,
  at            INTEGER NOT NULL,
  duration_ms   INTEGER NOT NULL,
  outcome       TEXT NOT NULL CHECK (outcome IN ('delivered', 'refused', 'timeout', 'unreachable', 'forbidden')),
  status_code   INTEGER,                      -- of the answer, if there was one
  answer        TEXT NOT NULL                 -- its first 1,024 bytes, or what went wrong
) STRICT;

CREATE INDEX delivery_attempts_by_delivery ON delivery_attempts (delivery_key, attempt_key);

-- Messages of alerts beyond what a webhook gets in an hour, until one message says how many they were.
CREATE TABLE held_messages (
  webhook_key  INTEGER NOT NULL REFERENCES webhooks (webhook_key) ON DELETE CASCADE,
  alert_id     TEXT NOT NULL,
  messages     INTEGER NOT NULL,
  since        INTEGER NOT NULL,              -- when the first was held back
  PRIMARY KEY (webhook_key, alert_id)
) STRICT, WITHOUT ROWID;

-- Alerts -------------------------------------------------------------------------------------------------------------

CREATE TABLE alerts (
  alert_key      INTEGER PRIMARY KEY,
  alert_id       TEXT NOT NULL UNIQUE,        -- UUID
  key_id         TEXT REFERENCES keys (key_id),  -- null: the operator's
  name           TEXT NOT NULL,
  rule           TEXT NOT NULL,               -- JSON, AlertRule of src/domain/alerts.ts
  webhook_ids    TEXT,                        -- JSON array; null: all webhooks of its key
  created_at     INTEGER NOT NULL,
  since          INTEGER NOT NULL,            -- what was true then is no news
  since_seq      INTEGER NOT NULL,            -- the newest of history_recent then
  expires_at     INTEGER,
  ended_at       INTEGER,                     -- of one that fires once
  last_fired_at  INTEGER,
  firings        INTEGER NOT NULL DEFAULT 0,
  -- The number of its last change: the writer reads those above what it has seen.
  generation     INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX alerts_by_key ON alerts (key_id, alert_key);
CREATE INDEX alerts_by_generation ON alerts (generation);

CREATE TRIGGER alert_changed_on_insert AFTER INSERT ON alerts
BEGIN
  INSERT INTO job_positions VALUES ('alert-changes', 1) ON CONFLICT DO UPDATE SET position = position + 1;
  UPDATE alerts SET generation = (SELECT position FROM job_positions WHERE job = 'alert-changes')
  WHERE alert_key = new.alert_key;
END;

CREATE TRIGGER alert_changed_on_update AFTER UPDATE OF name, rule, webhook_ids, since, expires_at ON alerts
BEGIN
  UPDATE job_positions SET position = position + 1 WHERE job = 'alert-changes';
  UPDATE alerts SET generation = (SELECT position FROM job_positions WHERE job = 'alert-changes')
  WHERE alert_key = new.alert_key;
END;

CREATE TRIGGER alert_changed_on_delete AFTER DELETE ON alerts
BEGIN
  UPDATE job_positions SET position = position + 1 WHERE job = 'alert-changes';
END;

-- A plan has a number of alerts, so all of the key are read again.
CREATE TRIGGER alerts_changed_on_tier AFTER UPDATE OF tier ON keys
BEGIN
  UPDATE alerts SET since = since WHERE key_id = new.key_id;
END;

CREATE TRIGGER alerts_end_on_revoke AFTER UPDATE OF revoked_at ON keys
WHEN new.revoked_at IS NOT NULL
BEGIN
  DELETE FROM alerts WHERE key_id = new.key_id;
END;

-- What an alert has seen of each of its subjects, once that differs from how it began.
CREATE TABLE alert_states (
  alert_key  INTEGER NOT NULL REFERENCES alerts (alert_key) ON DELETE CASCADE,
  subject    TEXT NOT NULL,                   -- the key of a market or question, a spread's "same:17", a platform's id
  state      TEXT NOT NULL,                   -- JSON, AlertState of src/domain/alerts.ts
  PRIMARY KEY (alert_key, subject)
) STRICT, WITHOUT ROWID;

-- Changes that alerts look at again once the price of their subject is not stale.
CREATE TABLE alert_waiting (
  type     INTEGER NOT NULL,                  -- as in feed_changes
  subject  ANY NOT NULL,
  PRIMARY KEY (type, subject)
) STRICT, WITHOUT ROWID;
