import assert from "node:assert/strict";
import { after } from "node:test";
import { createMailer, type SmtpSettings } from "../../../src/deliveries/messages.ts";
import { type EndedTry, openSender, type Sender } from "../../../src/deliveries/sender.ts";
import { createAddressRules } from "../../../src/domain/addresses.ts";
import { immediately } from "../../../src/store/database/db.ts";
import { enqueueMessage, type NewMessage } from "../../../src/store/webhooks/deliveries.ts";
import { openTestApi, type Reply, type TestApi, type TestApiOptions } from "../service/api.ts";

export interface TestDeliveriesOptions extends TestApiOptions {
  readonly timeoutMs?: number;
  readonly smtp?: SmtpSettings;
}

/** The API with a sender that a test runs by hand, on a clock that stands still. Webhooks may call loopback addresses. */
export interface TestDeliveries extends TestApi {
  readonly sender: Sender;
  /** Tries that ended, in their order. */
  readonly tries: EndedTry[];
  /** Sends a request with a JSON body. */
  ask(method: string, path: string, secret: string, body?: object): Promise<Reply>;
  /** Makes a webhook and gives what the API answers. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the answer
  hook(secret: string, body: object): Promise<any>;
  /** Has a message sent to all webhooks of a key, in a transaction as alerts do; gives its id. */
  enqueue(message?: Partial<NewMessage>): string;
  /** Sends all that is due and waits for it. */
  flush(): Promise<void>;
  /** What the API lists of a webhook's deliveries. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the answer
  deliveries(secret: string, id: string): Promise<any[]>;
}

const LOOPBACK = ["127.0.0.0/8"];

export async function openTestDeliveries(options: TestDeliveriesOptions = {}): Promise<TestDeliveries> {
  const { timeoutMs, smtp, config, ...rest } = options;
  const api = await openTestApi({ ...rest, config: { webhookAllow: LOOPBACK, smtpUrl: smtp?.url, ...config } });
  const { context, writer, clock } = api;
  const tries: EndedTry[] = [];
  const sender = openSender({
    ...{ webhooks: context.store.webhooks, commands: context.commands, clock, log: context.log },
    rules: createAddressRules(context.config.webhookAllow),
    mailer: smtp && createMailer(smtp),
    onTry: (ended) => void tries.push(ended),
    noteFailure: () => false,
    ...(timeoutMs && { timeoutMs }),
  });
  after(() => sender.close());
  const ask: TestDeliveries["ask"] = (method, path, secret, body) =>
    api.send(path, {
      method,
      headers: { "X-API-Key": secret, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    ...api,
    sender,
    tries,
    ask,
    async hook(secret, body) {
      const { status, json, text } = await ask("POST", "/api/v1/webhooks", secret, body);
      assert.equal(status, 201, text);
      return json.data;
    },
    enqueue: (message = {}) =>
      immediately(writer.db, () => enqueueMessage(writer.db, { ...MESSAGE, at: clock.running(), ...message })),
    async flush() {
      sender.runDue();
      await sender.whenIdle();
    },
    async deliveries(secret, id) {
      const { status, json, text } = await ask("GET", `/api/v1/webhooks/${id}/deliveries`, secret);
      assert.equal(status, 200, text);
      return json.data;
    },
  };
}

const MESSAGE = {
  keyId: null,
  type: "market.price_crossed",
  data: {
    title: "Fed cuts in December",
    text: "Yes is at 62¢, above 60¢",
    url: "https://example.org/markets/kalshi/FED",
  },
  alertId: "al_1",
};
