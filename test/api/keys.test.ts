import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "../../src/errors.ts";
import { memoryContext } from "../support/context.ts";
import { startTestServer } from "../support/http.ts";

const context = memoryContext();
const server = await startTestServer(context);
const create = (query: string) => server.send(`/api/v1/keys?${query}`, { method: "POST" });

describe("POST /api/v1/keys", () => {
  it("makes a free key and shows it once", async () => {
    const { status, headers, json } = await create("name=My+app&email=ada%40example.org");
    assert.equal(status, 201);
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers.etag, undefined);
    assert.deepEqual(json.data, {
      key: `tb_live_${"a".repeat(38)}`,
      key_prefix: "tb_live_aaaa",
      id: "6f2b6c1e-6b1f-4f57-9d0e-0f6d1b0f7a11",
      name: "My app",
      email: "ada@example.org",
      tier: "free",
      daily_limit: 1_000,
      monthly_limit: 10_000,
    });
    assert.match(json.meta.warning, /shown only once/);
    assert.deepEqual(context.asked.keys.at(-1), { name: "My app", email: "ada@example.org", tier: "free" });
  });

  const refused: [string, string[]][] = [
    ["", ["name", "email"]],
    ["name=&email=", ["name", "email"]],
    ["name=+&email=ada@example.org", ["name"]],
    ["name=a%0Ab&email=ada@example.org", ["name"]],
    [`name=${"n".repeat(256)}&email=ada@example.org`, ["name"]],
    ["name=a&email=nobody", ["email"]],
    ["name=a&email=a@b", ["email"]],
    ["name=a&email=a@b..org", ["email"]],
    ["name=a&email=a b@c.org", ["email"]],
    ["name=a&email=a@b@c.org", ["email"]],
    [`name=a&email=${"e".repeat(250)}@c.org`, ["email"]],
    ["name=a&email=ada@example.org&tier=gold", ["tier"]],
    ["name=a&email=nobody&tier=pro", ["email"]],
  ];
  for (const [query, parameters] of refused) {
    it(`refuses '${query.slice(0, 50)}'`, async () => {
      const { status, json } = await create(encodeURI(query).replaceAll("%25", "%"));
      assert.equal(status, 422);
      assert.deepEqual(
        json.detail.errors.map((error: { parameter: string }) => error.parameter),
        parameters,
      );
    });
  }

  it("counts the characters of a name, not its bytes", async () => {
    assert.equal((await create(`name=${encodeURIComponent("😀".repeat(255))}&email=a@b.co`)).status, 201);
    assert.equal((await create(`name=${encodeURIComponent("😀".repeat(256))}&email=a@b.co`)).status, 422);
  });

  it("makes neither pro nor enterprise keys and says how to get them", async () => {
    const made = context.asked.keys.length;
    const pro = await create("name=a&email=a@b.co&tier=pro");
    assert.deepEqual([pro.status, pro.json.detail.error], [402, "payment_required"]);
    assert.match(pro.json.detail.message, /POST \/api\/v1\/checkout/);
    const enterprise = await create("name=a&email=a@b.co&tier=enterprise");
    assert.deepEqual([enterprise.status, enterprise.json.detail.error], [403, "tier_not_self_service"]);
    assert.equal(context.asked.keys.length, made);
  });

  it("passes on that the writer cannot take commands", async () => {
    const createKey = () => Promise.reject(new AppError("overloaded", "the writer is busy; try again"));
    const busy = await startTestServer(memoryContext({ commands: { createKey } }));
    const reply = await busy.send("/api/v1/keys?name=a&email=a@b.co", { method: "POST" });
    assert.deepEqual([reply.status, reply.json.detail.error], [503, "overloaded"]);
  });
});
