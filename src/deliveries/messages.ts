import type { Transporter } from "nodemailer";
import { Webhook } from "standardwebhooks";
import { TRY_MS } from "../domain/webhooks.ts";
import type { DueMessage } from "../store/webhooks/deliveries.ts";
import { codeOf, type TargetAnswer, type TargetRequest } from "./post.ts";

/** A message as people read it. */
interface MessageText {
  readonly title: string;
  readonly text: string;
  readonly url: string | undefined;
}

/** The request that takes a message to its target, if that is called by HTTP. */
export function toRequest(message: DueMessage, now: number): TargetRequest {
  const { target, address, chatId, token, body } = message;
  const shown = toText(message);
  const { url: link } = shown;
  switch (target) {
    // https://www.standardwebhooks.com
    case "webhook":
      return { url: new URL(address), body, headers: signatureOf(message, now) };
    // https://docs.ntfy.sh/publish/#publish-as-json; a message has at most 4,096 bytes, the whole document twice as many.
    case "ntfy": {
      const url = new URL(address);
      const slash = url.pathname.lastIndexOf("/");
      const topic = url.pathname.slice(slash + 1);
      // Set in place: of a path alone, one that begins with // would name another host.
      url.pathname = url.pathname.slice(0, slash + 1);
      return {
        url,
        body: JSON.stringify({ topic, ...fitText(shown, 4000, { sizeOf: jsonBytesOf }), click: link }),
        ...(token !== null && { headers: { Authorization: `Bearer ${token}` } }),
      };
    }
    // https://discord.com/developers/docs/resources/webhook#execute-webhook; 4 hides previews of links.
    case "discord": {
      const { title, message } = fitText(shown, 2000, { quote: escapeMarkdown });
      const content = joinLines([`**${title}**`, message, link]);
      return { url: new URL(address), body: JSON.stringify({ content, allowed_mentions: { parse: [] }, flags: 4 }) };
    }
    // https://docs.slack.dev/reference/block-kit/blocks: only plain text neither formats nor links what is in it.
    case "slack": {
      const title = fit(shown.title, 150, { quote: escapeSlack });
      const message = fit(shown.text, 3000, { quote: escapeSlack });
      const linked = link && `<${escapeSlack(link).replaceAll("|", "%7C")}>`;
      const blocks = [
        { type: "header", text: { type: "plain_text", text: title, emoji: false } },
        { type: "section", text: { type: "plain_text", text: message, emoji: false } },
        ...(linked ? [{ type: "section", text: { type: "mrkdwn", text: linked, verbatim: true } }] : []),
      ];
      // Notifications show the text.
      return {
        url: new URL(address),
        body: JSON.stringify({ text: title, mrkdwn: false, blocks, unfurl_links: false }),
      };
    }
    // https://core.telegram.org/bots/api#sendmessage
    case "telegram": {
      const { title, message } = fitText(shown, 4096);
      const content = {
        ...{ chat_id: chatId, text: joinLines([title, message, link]) },
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

const toPlainText = ({ title, text, url }: MessageText): string => joinLines([title, text, url]);

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

interface Measure {
  readonly quote?: (text: string) => string;
  readonly sizeOf?: (text: string) => number;
}

const MAX_TITLE = 500;
/** Two ends of lines, and what makes the title bold. */
const MARKS = 6;

/** Cuts the text, and a long title, so that the link has room as it is. */
function fitText({ title, text, url = "" }: MessageText, room: number, measure: Measure = {}) {
  const { sizeOf = lengthOf } = measure;
  const shownTitle = fit(title, MAX_TITLE, measure);
  return { title: shownTitle, message: fit(text, room - sizeOf(shownTitle) - sizeOf(url) - MARKS, measure) };
}

/** A text as it is sent, cut at a whole character where that is too long. */
function fit(text: string, room: number, { quote = String, sizeOf = lengthOf }: Measure): string {
  const whole = quote(text);
  if (sizeOf(whole) <= room) return whole;
  let [shown, size] = ["", sizeOf("…")];
  for (const character of text) {
    const next = quote(character);
    size += sizeOf(next);
    if (size > room) break;
    shown += next;
  }
  return `${shown}…`;
}

const lengthOf = (text: string): number => text.length;

/** As JSON, without the quotes. */
const jsonBytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** The operator's server for e-mail. */
export interface SmtpSettings {
  /** With name and password, if it needs them. */
  readonly url: string;
  readonly from: string;
}

export type Mailer = ReturnType<typeof createMailer>;

/** Sends e-mail by the operator's server, whose address no rule limits. */
export function createMailer({ url, from }: SmtpSettings) {
  let transport: Transporter | undefined;
  return {
    /** Never rejects. */
    async send(to: string, messageId: string, message: MessageText): Promise<TargetAnswer> {
      const [, domain = "localhost"] = /@([^>\s]+)/.exec(from) ?? [];
      try {
        transport ??= await openTransport(url);
        await transport.sendMail({
          ...{ from, to, subject: message.title, text: toPlainText(message), messageId: `<${messageId}@${domain}>` },
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return { outcome: "delivered", statusCode: 250, answer: "" };
      } catch (error) {
        // The text of the server may name the operator's account.
        const statusCode = (error as { readonly responseCode?: number }).responseCode ?? null;
        return { outcome: statusCode === null ? "unreachable" : "refused", statusCode, answer: codeOf(error) };
      }
    },
  };
}

/** Loads the package when the first e-mail is sent. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const timeouts = { connectionTimeout: TRY_MS, greetingTimeout: TRY_MS, socketTimeout: TRY_MS, dnsTimeout: TRY_MS };
  return createTransport({ url, ...timeouts });
}
