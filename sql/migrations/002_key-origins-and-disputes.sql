-- Which keys were made from one address, payments that are contested, and the subscriptions of a customer.
ALTER TABLE keys ADD COLUMN origin TEXT;

CREATE INDEX keys_by_origin ON keys (origin, created_at) WHERE origin IS NOT NULL;

-- Its rows are an hour old at most.
DROP TABLE key_creations;

CREATE INDEX subscriptions_by_customer ON subscriptions (customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE disputes (
  dispute_id  TEXT PRIMARY KEY,
  key_id      TEXT NOT NULL REFERENCES keys (key_id),
  status      TEXT NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  amount      INTEGER NOT NULL,
  currency    TEXT NOT NULL,
  reason      TEXT NOT NULL,
  opened_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX disputes_by_status ON disputes (status, opened_at);
