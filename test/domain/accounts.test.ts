import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describePrice, type ProPrice } from "../../src/domain/accounts/billing.ts";
import { createSecret, digestOf, isSecret, prefixOf, redactSecrets } from "../../src/domain/accounts/keys.ts";
import fc from "../support/properties.ts";

describe("the price of the pro plan is shown in its currency and for its interval", () => {
  const cases: readonly [Partial<ProPrice>, string | undefined][] = [
    [{}, "$49 a month"],
    [{ amount: 4950 }, "$49.50 a month"],
    [{ amount: 490_000, currency: "eur", interval: "year" }, "€4,900 a year"],
    [{ amount: 9800, currency: "JPY", intervalCount: 3 }, "¥9,800 every 3 months"],
    [{ amount: 12_345, currency: "kwd" }, "KWD\u00a012.345 a month"],
    [{ amount: 2_000_000, currency: "ugx" }, "UGX\u00a020,000 a month"],
    [{ amount: 0 }, "$0 a month"],
    [{ amount: null }, undefined],
  ];
  for (const [given, shown] of cases) {
    it(`${JSON.stringify(given)} as ${shown}`, () => {
      const price = {
        priceId: "p",
        amount: 4900,
        currency: "usd",
        interval: "month",
        intervalCount: 1,
        ...given,
      } as const;
      assert.equal(describePrice(price), shown);
    });
  }
});

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("a secret", () => {
  it("has the published form, and no two are alike", () => {
    const secrets = Array.from({ length: 200 }, createSecret);
    for (const secret of secrets) assert.match(secret, /^tb_live_[0-9A-Za-z]{38}$/);
    assert.equal(new Set(secrets).size, secrets.length);
  });

  it("has a checksum that any changed character breaks", () => {
    const change = fc.tuple(fc.nat(45), fc.constantFrom(...ALPHABET, "_", " ", "é"));
    fc.assert(
      fc.property(change, ([place, character]) => {
        const secret = createSecret();
        assert.ok(isSecret(secret));
        const changed = secret.slice(0, place) + character + secret.slice(place + 1);
        assert.equal(isSecret(changed), changed === secret);
      }),
      { numRuns: 2000 },
    );
  });

  it("differs from all other text", () => {
    const secret = createSecret();
    for (const text of [
      "",
      "tb_live_",
      secret.slice(1),
      `${secret}0`,
      ` ${secret}`,
      `${secret}\n`,
      secret.toUpperCase(),
    ]) {
      assert.equal(isSecret(text), false, JSON.stringify(text));
    }
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => !isSecret(text)));
  });

  it("shows 4 of its 32 random characters, and is stored as SHA-256", () => {
    assert.equal(prefixOf("tb_live_AbC1xxxx"), "tb_live_AbC1");
    assert.equal(digestOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("is cut down to its prefix anywhere in a text", () => {
    const [one, two] = [createSecret(), createSecret()];
    assert.equal(redactSecrets(`/keys/${one}?x=${two}`), `/keys/${prefixOf(one)}…?x=${prefixOf(two)}…`);
    assert.equal(redactSecrets("nothing of the kind"), "nothing of the kind");
    assert.equal(redactSecrets("tb_live_AbC1"), "tb_live_AbC1");
  });
});
