import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toIso } from "../../src/clock.ts";
import { createSecret } from "../../src/domain/accounts/keys.ts";
import { includesTier, TIERS, type Tier } from "../../src/domain/accounts/plans.ts";
import type { Endpoint } from "../../src/http/route.ts";
import {
  assertError,
  assertLimits,
  assertSuccess,
  endpoints,
  openWorld,
  titleOf,
} from "../support/service/conformance.ts";
import { OPTIONAL_KEY, PLANS } from "./plans.ts";

const world = await openWorld();

const MISSING = {
  error: "missing_api_key",
  message: "an API key is needed: send it in the header X-API-Key; create one at /keys",
};
const INVALID = {
  error: "invalid_api_key",
  message: "this is not a valid API key; check that it is whole, or create one at /keys",
};
const REVOKED = { error: "revoked_api_key", message: "this API key was revoked; create one at /keys" };

const planOf = (endpoint: Endpoint) => PLANS[titleOf(endpoint)] ?? assert.fail(`no plan for ${titleOf(endpoint)}`);

function isAllowed(endpoint: Endpoint, tier: Tier): boolean {
  const required = planOf(endpoint);
  return required === "open" || required === "any" || includesTier(tier, required);
}

const takesKey = (endpoint: Endpoint): boolean => planOf(endpoint) !== "open" || titleOf(endpoint) === OPTIONAL_KEY;

const changesThings = (endpoint: Endpoint): boolean => takesKey(endpoint) && endpoint.method !== "GET";

describe("the table of plans", () => {
  it("has every endpoint, and no other", () => {
    assert.deepEqual(Object.keys(PLANS).toSorted(), endpoints.map(titleOf).toSorted());
  });
});

describe("who may call", () => {
  for (const endpoint of endpoints.filter((one) => titleOf(one) in PLANS)) {
    const required = planOf(endpoint);
    /** Not looked at before it is known who asks. */
    const wrong = Object.fromEntries(
      Object.entries(endpoint.parameters).map(([name, { in: place }]) => [name, place === "path" ? "%" : ""]),
    );

    describe(titleOf(endpoint), () => {
      for (const tier of TIERS) {
        it(`${isAllowed(endpoint, tier) ? "answers" : "refuses"} a key on the ${tier} plan`, async () => {
          const key = await world.key(tier);
          const reply = await world.ask(endpoint, key, isAllowed(endpoint, tier) ? {} : { parameters: wrong });
          assertLimits(reply, takesKey(endpoint));
          if (isAllowed(endpoint, tier)) return assertSuccess(endpoint, reply);
          const upgrade_url = `${world.url}/pricing`;
          const message = `this needs the ${required} plan and your key is on ${tier}; upgrade it at ${upgrade_url}`;
          assertError(reply, 403, { error: "tier_required", message, tier, required_tier: required, upgrade_url });
        });
      }

      it(`${required === "open" ? "answers" : "refuses"} a caller without a key`, async () => {
        const reply = await world.ask(endpoint, undefined, required === "open" ? {} : { parameters: wrong });
        assertLimits(reply, false);
        if (required === "open") assertSuccess(endpoint, reply);
        else assertError(reply, 401, MISSING);
      });

      it(`${takesKey(endpoint) ? "refuses" : "answers"} keys that are malformed, unknown or revoked`, async () => {
        const revoked = await world.make();
        await world.access.commands.revokeKey({ id: revoked.id });
        const callers = [
          ["nonsense", INVALID],
          [`${createSecret().slice(0, -1)}!`, INVALID],
          [createSecret(), INVALID],
          [revoked.secret, REVOKED],
        ] as const;
        for (const [secret, error] of callers) {
          const parameters = takesKey(endpoint) ? wrong : {};
          const reply = await world.ask(endpoint, undefined, { parameters, headers: { "X-API-Key": secret } });
          assertLimits(reply, false);
          if (takesKey(endpoint)) assertError(reply, 401, error);
          else assertSuccess(endpoint, reply);
          const challenge = takesKey(endpoint) ? 'Bearer realm="toteboard", error="invalid_token"' : undefined;
          assert.equal(reply.headers["www-authenticate"], challenge);
        }
      });

      it(`${changesThings(endpoint) ? "refuses" : "answers"} a secret in its grace`, async () => {
        const old = await world.key("enterprise");
        const { previousExpiresAt } = await world.access.commands.rotateKey({ id: old.id, graceHours: 1 });
        const parameters = changesThings(endpoint) ? wrong : {};
        const reply = await world.ask(endpoint, old, { parameters });
        assertLimits(reply, takesKey(endpoint));
        if (!changesThings(endpoint)) return assertSuccess(endpoint, reply);
        const message = `this secret was replaced and may only read until ${toIso(previousExpiresAt)}; send the key's new secret`;
        assertError(reply, 403, { error: "read_only_secret", message });
      });
    });
  }
});
