import { Webhook } from "standardwebhooks";
import type { DueMessage } from "../store/webhooks/deliveries.ts";
import type { TargetRequest } from "./post.ts";

/** A message as people read it. */
export interface MessageText {
  readonly title: string;
  readonly text: string;
  readonly url: string | undefined;
}

/** The request that takes a message to its target, if that is called by HTTP. */
export function toRequest(message: DueMessage, now: number): TargetRequest {
  const { target, address, chatId, token, body } = message;
  const shown = toText(message);
  const { title, text, url: link } = shown;
  switch (target) {
    // https://www.standardwebhooks.com
    case "webhook":
      return { url: new URL(address), body, headers: signatureOf(message, now) };
    // https://docs.ntfy.sh/publish/#publish-as-json
    case "ntfy": {
      const url = new URL(address);
      const slash = url.pathname.lastIndexOf("/");
      const topic = url.pathname.slice(slash + 1);
      // Set in place: of a path alone, one that begins with // would name another host.
      url.pathname = url.pathname.slice(0, slash + 1);
      url.search = "";
      return {
        url,
        body: JSON.stringify({ topic, title: cut(title, 250), message: cut(text, 1300), click: link }),
        ...(token !== null && { headers: { Authorization: `Bearer ${token}` } }),
      };
    }
    // https://discord.com/developers/docs/resources/webhook#execute-webhook; 4 hides previews of links.
    case "discord": {
      const lines = [`**${escapeMarkdown(title)}**`, escapeMarkdown(text), link];
      const content = { content: cut(joinLines(lines), 2000), allowed_mentions: { parse: [] }, flags: 4 };
      return { url: new URL(address), body: JSON.stringify(content) };
    }
    // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    case "slack": {
      const lines = [`*${escapeSlack(title)}*`, escapeSlack(text), link && `<${escapeSlack(link)}>`];
      const content = { text: cut(joinLines(lines), 4000), unfurl_links: false };
      return { url: new URL(address), body: JSON.stringify(content) };
    }
    // https://core.telegram.org/bots/api#sendmessage
    case "telegram": {
      const content = {
        chat_id: chatId,
        text: cut(toPlainText(shown), 4096),
        link_preview_options: { is_disabled: true },
      };
      return { url: new URL(`${address.replace(/\/$/, "")}/bot${token}/sendMessage`), body: JSON.stringify(content) };
    }
    case "email":
      throw new Error("e-mail is not sent by HTTP");
  }
}

/** Reads the title, text and link of a message. What has no text is told by its members. */
export function toText({ type, body }: Pick<DueMessage, "type" | "body">): MessageText {
  const { data } = JSON.parse(body) as { readonly data: Readonly<Record<string, unknown>> };
  const { title, text, url } = data;
  const members = Object.entries(data).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return {
    title: typeof title === "string" ? title : type,
    text: typeof text === "string" ? text : members.join("\n"),
    url: typeof url === "string" ? url : undefined,
  };
}

export const toPlainText = ({ title, text, url }: MessageText): string => joinLines([title, text, url]);

/** Within its time of grace the secret before signs too, so that a receiver can change over when it likes. */
function signatureOf({ messageId, body, secret, previousSecret, previousExpiresAt }: DueMessage, now: number) {
  const isGrace = previousSecret !== null && previousExpiresAt !== null && now < previousExpiresAt;
  const secrets = [secret, isGrace ? previousSecret : null].filter((one) => one !== null);
  const signatures = secrets.map((one) => new Webhook(one).sign(messageId, new Date(now), body));
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(now / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

const joinLines = (lines: readonly (string | undefined)[]): string =>
  lines.filter((line) => line !== undefined).join("\n");

/** Titles of markets are text of strangers: nothing in them may become a link, a mention or a format. */
const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|>#<@:[\]()-]/g, "\\$&");
const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
