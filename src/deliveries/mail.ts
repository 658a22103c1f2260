import type { Transporter } from "nodemailer";
import { TRY_MS } from "../domain/webhooks.ts";
import { type MessageText, toPlainText } from "./messages.ts";
import { codeOf, type TargetAnswer } from "./post.ts";

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
