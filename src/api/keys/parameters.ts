import { KEY_EMAIL, KEY_NAME, MAX_GRACE_HOURS } from "../../domain/accounts/keys.ts";
import { integer, text } from "../../http/parameters.ts";

export const keyName = text({
  description: "What the key is called.",
  ...KEY_NAME,
  format: { ...KEY_NAME, json: {} },
  example: "My desk",
});

export const keyEmail = text({
  description: "How its owner can be reached; not verified.",
  ...KEY_EMAIL,
  format: { ...KEY_EMAIL, json: { format: "email" } },
  example: "ada@example.org",
});

export const graceHours = integer({
  description: "How long the old secret may still read.",
  min: 0,
  max: MAX_GRACE_HOURS,
});
