import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Parameter, type ParameterError, readValue } from "../../src/http/parameters.ts";
import { type Endpoint, takesKey } from "../../src/http/route.ts";
import type { Reply } from "../support/service/api.ts";
import {
  assertError,
  assertHeaders,
  assertLimits,
  assertSuccess,
  endpoints,
  openWorld,
  type TestKey,
  titleOf,
} from "../support/service/conformance.ts";
import { samplesOf } from "../support/service/samples.ts";

const world = await openWorld();

/** As error messages repeat what was given. */
function shown(value: string): string {
  const characters = [...value];
  if (value === "") return "an empty value";
  return characters.length > 40 ? `'${characters.slice(0, 40).join("")}…'` : `'${value}'`;
}

function assertRefused(reply: Reply, errors: readonly ParameterError[]): void {
  const message = errors.map((error) => `${error.parameter}: ${error.message}`).join("; ");
  assertError(reply, 422, { error: "validation_error", message, errors });
}

/** What the rules that tie parameters together say of an example request in which one has another value. */
function checkWith(endpoint: Endpoint, name: string, text: string): readonly ParameterError[] {
  const { parameters, exampleQuery = {}, check } = endpoint;
  const given = Object.entries(parameters).map(([key, parameter]) => {
    const value = key === name ? text : exampleQuery[key];
    const read = value === undefined ? parameter.fallback : readValue(parameter, value)?.value;
    return [key, value !== undefined && parameter.isRepeatable ? [read] : read];
  });
  return check?.(Object.fromEntries(given)) ?? [];
}

/** A value that is as described may still be of nothing there is, or not for everybody. */
function assertTaken(endpoint: Endpoint, reply: Reply): void {
  const { errors = [] } = endpoint;
  const error = reply.json?.detail?.error;
  if (errors.includes(error)) assertHeaders(reply, false);
  else assertSuccess(endpoint, reply);
}

describe("parameters", () => {
  for (const endpoint of endpoints) {
    describe(titleOf(endpoint), () => {
      let key: TestKey;
      /** A request that changes the key it is made with needs one of its own. */
      const ask: typeof world.ask = async (asked, own, more) =>
        world.ask(asked, endpoint.method === "GET" ? own : await world.key("enterprise"), more);
      before(async () => {
        key = await world.key("enterprise");
      });

      const handling = endpoint.refusesUnknown === true ? "refuses" : "ignores";
      it(`${handling} a name it does not know, and says so`, async () => {
        const reply = await ask(endpoint, key, { suffix: "&no_such_parameter=1" });
        if (endpoint.refusesUnknown === true) {
          const expected = Object.keys(endpoint.parameters).join(", ");
          const message = `unknown here; expected one of ${expected}`;
          return assertRefused(reply, [{ parameter: "no_such_parameter", message }]);
        }
        assertSuccess(endpoint, reply);
        if (reply.status >= 400 || endpoint.isBare || endpoint.streams !== undefined) return;
        assert.match(reply.json.meta.warnings.at(-1), /^unknown parameter 'no_such_parameter' ignored/);
      });

      it("refuses a query that cannot be read", async () => {
        const reply = await ask(endpoint, key, { suffix: "&x=%zz" });
        assertError(reply, 400, {
          error: "bad_request",
          message: "malformed percent-encoding in '%zz'; write a percent sign as %25",
        });
        assertLimits(reply, takesKey(endpoint));
        const message = "'%ff' is not UTF-8; encode text as UTF-8, such as %C3%A9 for é";
        assertError(await ask(endpoint, key, { suffix: "&x=%ff" }), 400, { error: "bad_request", message });
      });

      for (const [name, parameter] of Object.entries(endpoint.parameters)) testParameter(name, parameter);

      function testParameter(name: string, parameter: Parameter<unknown>): void {
        const { valid, invalid } = samplesOf(parameter);
        const { expected, isRequired } = parameter;
        const isList = parameter.isRepeatable || parameter.kind === "list";

        if (valid.length > 0) {
          it(`takes ${name} up to its bounds`, async () => {
            for (const value of valid) {
              const reply = await ask(endpoint, key, { parameters: { [name]: value } });
              const errors = checkWith(endpoint, name, value);
              if (errors.length > 0) assertRefused(reply, errors);
              else assertTaken(endpoint, reply);
              assertLimits(reply, takesKey(endpoint));
            }
          });
        }

        it(`refuses ${name} that is not ${expected.slice(0, 60)}`, async () => {
          for (const value of invalid) {
            const reply = await ask(endpoint, key, { parameters: { [name]: value } });
            assertRefused(reply, [{ parameter: name, message: `expected ${expected}, got ${shown(value)}` }]);
            assertLimits(reply, takesKey(endpoint));
          }
        });

        if (parameter.kind === "token") {
          it(`takes ${name} that an answer gave`, async () => {
            // Of spreads, those without a known size are listed only then.
            const small = { page_size: "1", ...("all" in endpoint.parameters && { all: "true" }) };
            const first = await ask(endpoint, key, { parameters: small });
            const given = first.json.meta[`next_${name}`];
            assert.equal(typeof given, "string");
            const reply = await ask(endpoint, key, { parameters: { ...small, [name]: given } });
            assertTaken(endpoint, reply);
            assert.notDeepEqual(reply.json.data, first.json.data);
          });

          it(`refuses ${name} that no answer gave`, async () => {
            const reply = await ask(endpoint, key, { parameters: { [name]: "x" } });
            assert.deepEqual([reply.status, reply.json.detail.errors[0].parameter], [422, name]);
          });
        }
        if (parameter.in === "path") return;

        it(`${isList ? "takes" : "refuses"} ${name} given twice`, async () => {
          const value = valid[0] ?? "x";
          const reply = await ask(endpoint, key, { parameters: { [name]: [value, value] } });
          if (isList) assertTaken(endpoint, reply);
          else assertRefused(reply, [{ parameter: name, message: "expected once, got it 2 times" }]);
        });

        if (!isRequired) return;
        it(`misses ${name}`, async () => {
          const reply = await ask(endpoint, key, { parameters: { [name]: undefined } });
          assertRefused(reply, [{ parameter: name, message: `required in the ${parameter.in}: expected ${expected}` }]);
        });
      }

      it("names all that is wrong at once", async () => {
        const names = Object.entries(endpoint.parameters).filter(
          ([, { in: place, isEmptyMissing }]) => place !== "path" && isEmptyMissing !== true,
        );
        if (names.length < 2) return;
        const reply = await ask(endpoint, key, { parameters: Object.fromEntries(names.map(([name]) => [name, ""])) });
        assertRefused(
          reply,
          names.map(([parameter, { expected }]) => ({
            parameter,
            message: `expected ${expected}, got an empty value`,
          })),
        );
      });
    });
  }
});
