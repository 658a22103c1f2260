// Topics, as tables in memory of the connection that reads: which events belong together, and the figures that lists of
// topics are filtered and ordered by. They are kept up with those of lists and of questions.

import { type Db, prepare } from "../database/db.ts";

const TABLES = `
-- The events of topics that have several. The key of a topic is that of its oldest event.
CREATE TEMP TABLE topic_events (
  event_key  INTEGER PRIMARY KEY,
  topic_key  INTEGER NOT NULL
) STRICT;

CREATE INDEX temp.topic_events_by_topic ON topic_events (topic_key);

-- Events that may belong to other topics than before.
CREATE TEMP TABLE relinked_events (
  event_key  INTEGER PRIMARY KEY
) STRICT;

CREATE TEMP TABLE topic_figures (
  topic_key       INTEGER PRIMARY KEY,
  leading_key     INTEGER NOT NULL,           -- the event that gives title, picture and category
  category        TEXT NOT NULL,
  status          TEXT NOT NULL,
  platform_mask   INTEGER NOT NULL,           -- a bit for each platform that asks something of it, see platformMask
  platform_count  INTEGER NOT NULL,
  volume          INTEGER NOT NULL,           -- of real money, as the next one
  volume_24h      INTEGER NOT NULL,
  change_24h      INTEGER,                    -- of the outcome that moved most
  trend           INTEGER NOT NULL,
  closes_at       INTEGER,
  resolved_at     INTEGER,
  updated_at      INTEGER NOT NULL,
  is_trial        INTEGER NOT NULL,           -- 1 where it only tries its platform out
  market_key      INTEGER NOT NULL            -- one of its listed markets
) STRICT;

-- Of open topics in the order of lists where none is asked for, with all that other lists filter and order by.
CREATE INDEX temp.open_topics ON topic_figures (
  trend DESC, topic_key, category, platform_mask, platform_count, volume, volume_24h, change_24h, closes_at, resolved_at,
  updated_at, is_trial, market_key
) WHERE status = 'open';

-- Events whose topics get other figures.
CREATE TEMP TABLE changed_events (
  event_key  INTEGER PRIMARY KEY
) STRICT;

-- One row once changes are noted.
CREATE TEMP TABLE topic_noting (
  is_on  INTEGER NOT NULL
) STRICT;
`;

/** Makes the tables on a connection that has those of lists and of questions, empty. */
export const createTopics = (db: Db): void => void db.exec(TABLES);

/** Once, notes all events, and from then on those whose markets or questions change: not before, while these are all read. */
export function startNoting(db: Db): void {
  if (prepare(db, "topics", "isNoting").pluck().get() !== undefined) return;
  // The conflict clause of the outer statement would count in place of one here.
  const noteIn = (table: string, events: string): string => `
    INSERT INTO ${table} SELECT event_key FROM (${events}) AS named
    WHERE NOT EXISTS (SELECT 1 FROM ${table} AS noted WHERE noted.event_key = named.event_key);`;
  const noteEvent = (row: string): string => noteIn("changed_events", `SELECT ${row}.event_key AS event_key`);
  const noteQuestion = (row: string): string =>
    noteIn("changed_events", `SELECT event_key FROM question_events WHERE question_key = ${row}.question_key`);
  const relinkEvent = (row: string): string => noteIn("relinked_events", `SELECT ${row}.event_key AS event_key`);
  db.exec(`
    CREATE TEMP TRIGGER topic_market_touched AFTER INSERT ON touched_markets BEGIN
      ${noteEvent("new")}
      INSERT OR IGNORE INTO relinked_events
      SELECT event_key FROM question_events WHERE new.is_relisted AND event_key = new.event_key LIMIT 1;
    END;
    CREATE TEMP TRIGGER topic_event_listed AFTER INSERT ON listed_events BEGIN ${noteEvent("new")} END;
    CREATE TEMP TRIGGER topic_event_removed AFTER DELETE ON listed_events BEGIN ${noteEvent("old")} END;
    CREATE TEMP TRIGGER topic_question_figured AFTER INSERT ON question_figures WHEN new.is_real_money_only = 0
    BEGIN ${noteQuestion("new")} END;
    CREATE TEMP TRIGGER topic_question_removed AFTER DELETE ON question_figures WHEN old.is_real_money_only = 0
    BEGIN ${noteQuestion("old")} END;
    CREATE TEMP TRIGGER topic_question_asked AFTER INSERT ON question_events
    BEGIN ${relinkEvent("new")} END;
    CREATE TEMP TRIGGER topic_question_left AFTER DELETE ON question_events
    BEGIN ${relinkEvent("old")} END;
  `);
  prepare(db, "topics", "setNoting").run();
  prepare(db, "topics", "startLinking").run();
  prepare(db, "topics", "startNoting").run();
}
