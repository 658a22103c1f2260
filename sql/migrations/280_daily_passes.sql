-- How passes over a platform ended, day by day. Single passes are kept for a week.
CREATE TABLE daily_passes (
  platform   TEXT NOT NULL,
  day        INTEGER NOT NULL,                -- days since 1970-01-01, UTC
  passes     INTEGER NOT NULL,
  succeeded  INTEGER NOT NULL,
  PRIMARY KEY (platform, day)
) STRICT, WITHOUT ROWID;

INSERT INTO daily_passes
SELECT platform, finished_at / 86400000, count(*), count(*) FILTER (WHERE status = 'ok')
FROM ingest_runs
GROUP BY 1, 2;
