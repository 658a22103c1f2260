-- What matching itself made of a pair when the operator decided it, so that decisions show how right scores are. Decisions
-- from before stay without.
ALTER TABLE pair_decisions ADD COLUMN match_score INTEGER;
ALTER TABLE pair_decisions ADD COLUMN match_relation TEXT;
ALTER TABLE pair_decisions ADD COLUMN rules_version INTEGER;

CREATE TABLE resolved_match_counts (
  band        INTEGER PRIMARY KEY,
  pairs       INTEGER NOT NULL,
  agreeing    INTEGER NOT NULL,
  yes_sides   INTEGER NOT NULL,
  score_sum   INTEGER NOT NULL,
  counted_at  INTEGER NOT NULL
) STRICT;
