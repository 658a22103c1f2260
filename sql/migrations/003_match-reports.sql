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
