import { createTransport } from "nodemailer";
import type { Message } from "../store/messages-store.ts";
import { type Carrier, type Delivery, Outage } from "./carrier.ts";

export type SmtpOptions = {
  /** `smtp://user:password@host:port`, `smtps://…`; nodemailer's options may follow as a query, as `?requireTLS=true`. */
  url: string;
  /** The sender's address. */
  from: string;
};

const connectMs = 10_000;
const silenceMs = 30_000;
/** What is on its way when the house closes may still arrive; a silent server must not hold the house open. */
const closingMs = 2_000;

/** Hands mails to an SMTP server (RFC 5321) over at most two kept connections, with STARTTLS where it is offered. */
export function smtpCarrier({ url, from }: SmtpOptions): Carrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return {
    async deliver(message): Promise<Delivery> {
      try {
        await Promise.race([transport.sendMail(envelopeOf(message, from, domain)), closed.promise]);
        return "taken";
      } catch (error) {
        if (error instanceof Outage) throw error;
        if (isRefusal(error)) return "refused";
        throw new Outage(`mail server: ${codesOf(error)}`);
      }
    },
    async check() {
      try {
        await transport.verify();
        return "ready";
      } catch (error) {
        const { code } = error as { code?: string };
        return code === "EAUTH" || code === "ENOAUTH" ? "unauthorized" : "unreachable";
      }
    },
    close() {
      setTimeout(() => closed.reject(new Outage("mail server: no answer while closing")), closingMs).unref();
      transport.close();
    },
  };
}

/** A mail sent twice because of a crash carries one Message-ID, so that mail programs show it once. */
function envelopeOf(message: Message, from: string, domain: string) {
  return {
    from: { name: "Fanlight", address: from },
    to: { name: "", address: message.address },
    subject: message.subject,
    text: message.text_body,
    html: message.html_body,
    date: message.posted_at,
    messageId: `<${message.id}.${message.posted_at.getTime()}@${domain}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...offHeaders(message.off_url),
    },
  };
}

/** One click in the mail program takes the reader off (RFC 8058). */
function offHeaders(url: string | null): Record<string, string> {
  if (url === null) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** The server spoke a permanent refusal (5xx) of this recipient or this message. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500 && responseCode < 600;
}

function codesOf(error: unknown): string {
  const { code = "unknown", responseCode } = error as { code?: string; responseCode?: number };
  return responseCode ? `${code} ${responseCode}` : code;
}
