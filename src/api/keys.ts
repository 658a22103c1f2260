import { getPlan, TIERS } from "../domain/plans.ts";
import { AppError } from "../errors.ts";
import { choice, required, type TextFormat, text, withDefault } from "../http/parameters.ts";
import { route } from "../http/route.ts";
import type { NewKey } from "../store/commands.ts";

const WARNING = "Store this key now: it is shown only once and cannot be recovered.";

const readableLine: TextFormat = {
  expected: "readable text on one line",
  pattern: /^(?=.*\S)\P{Cc}+$/u,
  json: {},
};

const emailAddress: TextFormat = {
  expected: "an email address",
  pattern: /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(\.[^\s@.\p{Cc}]+)+$/u,
  json: { format: "email" },
};

export const keyRoutes = () => [
  route({
    method: "POST",
    path: "/api/v1/keys",
    summary: "Make an API key",
    tier: "open",
    cache: "never",
    parameters: {
      name: required(text({ description: "What the key is called.", min: 1, max: 255, format: readableLine })),
      email: required(
        text({
          description: "How its owner can be reached; not verified.",
          min: 5,
          max: 255,
          format: emailAddress,
          example: "ada@example.org",
        }),
      ),
      tier: withDefault(choice({ description: "Only free keys can be made here.", values: TIERS }), "free"),
    },
    async handler({ commands }, { name, email, tier }) {
      if (tier === "pro") {
        throw new AppError("payment_required", "make a free key, then upgrade it with POST /api/v1/checkout");
      }
      if (tier === "enterprise") {
        throw new AppError("tier_not_self_service", "enterprise keys are made by the operator of this service");
      }
      const key = await commands.createKey({ name, email, tier });
      return { status: 201, data: toNewKey(key), meta: { warning: WARNING } };
    },
  }),
];

function toNewKey(key: NewKey) {
  const { perDay, perMonth } = getPlan(key.tier);
  return {
    key: key.secret,
    key_prefix: key.keyPrefix,
    id: key.id,
    name: key.name,
    email: key.email,
    tier: key.tier,
    daily_limit: perDay,
    monthly_limit: perMonth,
  };
}
