import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import Database from "better-sqlite3";
import {
  findCheckoutOf,
  findLiveSubscription,
  findSubscription,
  listToCancel,
} from "../../../src/store/accounts/subscriptions.ts";
import { APPLICATION_ID } from "../../../src/store/database/migrations.ts";
import { openTestWriter, temporaryFile } from "../../support/store/writer.ts";

const RELEASED = readFileSync(new URL("../database/released.sql", import.meta.url), "utf8");

/** Keys "payer" (paid, after a page that expired), "buyer" (a page is open), "gone" (revoked) and "former" (ended). */
const ROWS = `
  INSERT INTO keys (key_id, key_prefix, name, email, tier, created_at) VALUES
    ('payer', 'tb_live_aaaa', 'Ada', 'ada@example.org', 'pro', 0),
    ('buyer', 'tb_live_bbbb', 'Ada', 'ada@example.org', 'free', 0),
    ('gone', 'tb_live_cccc', 'Ada', 'ada@example.org', 'pro', 0),
    ('former', 'tb_live_dddd', 'Ada', 'ada@example.org', 'free', 0);
  INSERT INTO checkouts VALUES
    ('a1', 'payer', 'cs_1', 'https://pay', 'expired', 1, 1, 'price_1'),
    ('a2', 'payer', 'cs_2', 'https://pay', 'paid', 2, 2, 'price_1'),
    ('a3', 'buyer', 'cs_3', 'https://pay', 'open', 3, 3, 'price_2'),
    ('a4', 'buyer', 'cs_4', 'https://pay', 'failed', 4, 4, 'price_2'),
    ('a5', 'former', NULL, NULL, 'creating', 5, 5, NULL);
  INSERT INTO subscriptions VALUES
    ('sub_1', 'payer', 'cus_1', 'live', 'price_1', 1, 0, 1, 1),
    ('sub_2', 'gone', 'cus_2', 'live', 'price_1', 1, 0, 1, 1),
    ('sub_3', 'former', 'cus_3', 'ended', 'price_1', 1, 0, 1, 1);
  UPDATE keys SET revoked_at = 9 WHERE key_id = 'gone';
  INSERT INTO disputes VALUES ('du_1', 'payer', 'open', 4900, 'usd', 'fraudulent', 1);
  INSERT INTO payment_events VALUES ('evt_1', 'checkout.session.completed', 1);
  INSERT INTO tier_changes VALUES (1, 'payer', 'free', 'pro', 'checkout_paid', 'evt_1', 1);`;

it("a database from before Stripe alone knew who pays keeps its payers, its open pages and what is to be cancelled", () => {
  const file = temporaryFile();
  const old = new Database(file);
  old.exec(`${RELEASED}; ${ROWS}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 2`);
  old.close();
  const { db, rows } = openTestWriter({ file });
  const rest = { priceId: "price_1", paidUntil: null };
  assert.deepEqual(findLiveSubscription(db, "payer"), {
    ...{ subscriptionId: "sub_1", keyId: "payer", customerId: "cus_1", status: "live", isUnwanted: false },
    ...rest,
  });
  assert.equal(findSubscription(db, "sub_3")?.status, "ended");
  assert.deepEqual(listToCancel(db), ["sub_2"]);
  assert.deepEqual(
    ["payer", "buyer", "former"].map((keyId) => findCheckoutOf(db, keyId)),
    [
      { keyId: "payer", sessionId: "cs_2", priceId: "price_1", isOpen: false },
      { keyId: "buyer", sessionId: "cs_3", priceId: "price_2", isOpen: true },
      undefined,
    ],
  );
  assert.deepEqual(rows("SELECT key_id, tier FROM keys ORDER BY key_id"), [
    ["buyer", "free"],
    ["former", "free"],
    ["gone", "pro"],
    ["payer", "pro"],
  ]);
  assert.deepEqual(rows("SELECT key_id, cause, event_id FROM tier_changes"), [["payer", "checkout_paid", "evt_1"]]);
  // A key that is revoked later has its subscription cancelled too.
  db.exec("UPDATE keys SET revoked_at = 10 WHERE key_id = 'payer'");
  assert.deepEqual(listToCancel(db).toSorted(), ["sub_1", "sub_2"]);
});
