-- Alerts of types that are gone stay with their owners, listed as disabled with a reason, and have seen nothing any more.

DELETE FROM alert_states
WHERE alert_key IN (
  SELECT alert_key FROM alerts
  WHERE rule ->> 'type' IN ('market.volume_jumped', 'market.closing', 'market.closed', 'match.found', 'spread.closed')
);

DELETE FROM job_positions WHERE job = 'alerts-closing-up-to';

DROP TABLE alert_questions;
