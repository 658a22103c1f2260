import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRoutes } from "../../src/api/index.ts";

const routes = createRoutes({ platforms: ["kalshi", "manifold"] });

describe("the list of routes", () => {
  it("names each method of a path once", () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    assert.equal(new Set(names).size, names.length);
  });

  it("offers exactly the platforms that are on", () => {
    const kinds = routes.flatMap(({ parameters }) => (parameters.platform ? [parameters.platform.json] : []));
    assert.ok(kinds.length >= 2);
    for (const { enum: values, pattern } of kinds) {
      if (values === undefined) assert.match(String(pattern), /^\^\(kalshi\|manifold\)\(,/);
      else assert.deepEqual(values, ["kalshi", "manifold"]);
    }
  });

  for (const { method, path, summary, parameters } of routes) {
    it(`describes ${method} ${path} and its parameters`, () => {
      assert.ok(summary.length > 5);
      for (const [name, { description, in: place }] of Object.entries(parameters)) {
        assert.match(name, /^[a-z][a-z_]*$/);
        assert.match(description, /^[A-Z].*\.$/s);
        assert.equal(path.split("/").includes(`:${name}`), place === "path");
      }
    });
  }
});
