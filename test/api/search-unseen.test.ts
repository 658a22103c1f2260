import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { event, market, NOW, source } from "../support/upstream/polymarket-pages.ts";

const ENGLAND = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}";

const titles = {
  spaced: "Will Venezu\u200bela hold a vote in 2027?",
  hyphened: "Will Mad\u00aduro leave Cara\u2060cas in 2027?",
  decomposed: "Will Beyonce\u0301 tour in 2027?",
  composed: "Will the Café reopen in 2027?",
  joined: "آیا می\u200cخواهم در ۲۰۲۷ بیاید؟",
  developer: "Will 👩\u200d💻 be emoji of 2027?",
  flag: `Will ${ENGLAND} win in 2027?`,
  latin: "Will Para\u200dguay\u200c join in 2027?",
  filled: "Will Boli\u3164via\u034f vote in 2027?",
} as const;

const rows = Object.entries(titles).map(([id, question]) =>
  market({
    id,
    question,
    groupItemTitle: `${id}\u200b\ufeff`,
    description: "By the minis\u00adtry\u2066's cafe\u0301.",
  }),
);
const whole = event(rows, { title: "What ha\u200bppens in Bogota\u0301?" });

const { get, writer } = await openTestApi({
  scripts: { polymarket: { full: [source.normalise({ events: [whole] }, NOW)] } },
});

async function idsFound(q: string): Promise<string[]> {
  const reply = await get(`/api/v1/search?q=${encodeURIComponent(q)}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data.markets.map(({ id }: { id: string }) => id);
}

const shown = async (id: string) => (await get(`/api/v1/markets/polymarket/${id}/detail`)).json.data;

describe("characters that nobody sees", () => {
  it("are in no title, label or rules that are shown, where no script needs them", async () => {
    for (const [id, title] of [
      ["spaced", "Will Venezuela hold a vote in 2027?"],
      ["hyphened", "Will Maduro leave Caracas in 2027?"],
      ["decomposed", "Will Beyoncé tour in 2027?"],
      ["joined", titles.joined],
      ["developer", titles.developer],
      ["flag", "Will 🏴 win in 2027?"],
      ["latin", "Will Paraguay join in 2027?"],
      ["filled", "Will Bolivia vote in 2027?"],
    ] as const) {
      const found = await shown(id);
      assert.equal(found.title, title);
      assert.equal(found.description, "By the ministry's café.");
      assert.equal(found.event.title, "What happens in Bogotá?");
      assert.equal(writer.value("SELECT outcome_label FROM markets WHERE id = ?", id), id);
    }
  });

  it("keep no title from being found by the words it shows", async () => {
    for (const [q, id] of [
      ["venezuela vote", "spaced"],
      ["Maduro Caracas", "hyphened"],
      ["Beyoncé", "decomposed"],
      ["Beyonce\u0301", "decomposed"],
      ["beyonce", "decomposed"],
      ["Cafe\u0301 reopen", "composed"],
      ["café reopen", "composed"],
      ["می\u200cخواهم", "joined"],
      ["میخواهم", "joined"],
      ["👩\u200d💻", "developer"],
      ["paraguay", "latin"],
      ["bolivia", "filled"],
    ] as const) {
      assert.deepEqual(await idsFound(q), [id], q);
      const listed = await get(`/api/v1/markets?q=${encodeURIComponent(q)}`);
      assert.deepEqual(
        listed.json.data.map(({ id }: { id: string }) => id),
        [id],
        `${q} in a list`,
      );
    }
  });

  it("may be in what is searched for", async () => {
    assert.deepEqual(await idsFound("Vene\u200bzuela\ufeff v\u00adote"), ["spaced"]);
    assert.deepEqual(await idsFound('"beyonce\u0301 \u2066tour\u2069"'), ["decomposed"]);
    const { json } = await get(`/api/v1/search?q=${encodeURIComponent("Beyonce\u0301\u200b")}`);
    assert.equal(json.meta.query, "Beyoncé");
    const none = await get(`/api/v1/search?q=${encodeURIComponent("\u200b\u200b\u200b")}`);
    assert.equal(none.status, 422, "nothing is left to look for");
    assert.match(none.text, /q: expected text of 2 to 200 characters/);
  });
});
