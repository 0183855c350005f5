import { siteName } from "#contract/site-name.ts";
import type { StoredEmail } from "./store/emails-store.ts";

/** How a delivery ended: accepted by the server, or its recipient's mailbox permanently refused. All else throws. */
export type Delivery = "taken" | "refused";

/** Delivers emails to the outside world. */
export type Transport = {
  /** Throws an {@link Outage} when a later attempt may succeed, as once the server accepts us as a sender. */
  deliver(email: StoredEmail): Promise<Delivery>;
  /** Checks that the server is reachable and accepts our credentials. One that signs in nobody for now is unreachable. */
  check(): Promise<"ready" | "unreachable" | "unauthorized">;
  /** Accepts no more emails; deliveries in progress have two seconds to finish. */
  close(): void;
};

/** A temporary delivery failure. Its message contains codes only: no address, no text. */
export class Outage extends Error {
  override name = "Outage";
}

export type SmtpOptions = {
  /** `smtp://user:password@host:port`, `smtps://…`; nodemail's options may follow as a query, as `?requireTLS=true`. */
  url: string;
  /** The sender's address. */
  from: string;
};

const connectMs = 10_000;
const silenceMs = 30_000;
/** Deliveries in progress at shutdown may still finish; an unresponsive server must not delay it. */
const closingMs = 2_000;

/** Delivers emails to an SMTP server (RFC 5321) over at most two kept connections, with STARTTLS where it is offered. */
export function smtpTransport({ url, from }: SmtpOptions): Transport {
  // The library is loaded beside everything else.
  const opened = import("nodemailer").then(({ createTransport }) =>
    createTransport({
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return {
    async deliver(email): Promise<Delivery> {
      try {
        const transport = await opened;
        await Promise.race([transport.sendMail(envelopeOf(email, from, domain)), closed.promise]);
        return "taken";
      } catch (error) {
        if (error instanceof Outage) throw error;
        if (isRefusal(error)) return "refused";
        throw new Outage(`mail server: ${codesOf(error)}`);
      }
    },
    async check() {
      try {
        await (await opened).verify();
        return "ready";
      } catch (error) {
        const { code, responseCode } = error as SmtpError;
        const isTemporary = responseCode !== undefined && responseCode < permanentFrom;
        return (code === "EAUTH" || code === "ENOAUTH") && !isTemporary ? "unauthorized" : "unreachable";
      }
    },
    close() {
      setTimeout(() => closed.reject(new Outage("mail server: no answer while closing")), closingMs).unref();
      void opened.then((transport) => transport.close());
    },
  };
}

/** An email sent twice because of a crash has one Message-ID, so that email clients show it once. */
function envelopeOf(email: StoredEmail, from: string, domain: string) {
  return {
    from: { name: siteName(), address: from },
    to: { name: "", address: email.address },
    subject: email.subject,
    text: email.text_body,
    html: email.html_body,
    date: email.posted_at,
    messageId: `<${email.id}.${email.posted_at.getTime()}@${domain}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...unsubscribeHeaders(email.off_url),
    },
  };
}

/** One-click unsubscribe (RFC 8058). */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (url === null) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** The error that nodemailer throws: its own code, and the command and reply of SMTP where one was refused. */
type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

const permanentFrom = 500;
/** Mailbox unavailable, not local, full, and not allowed (RFC 5321, section 4.2.3). */
const mailboxCodes: readonly number[] = [550, 551, 552, 553];
/** Statuses of the recipient's address and mailbox (RFC 3463, sections 3.2 and 3.3); 5.1.7 and 5.1.8 are the sender's. */
const mailboxStatus = /^5\.(1\.([0-6]|10)|2\.\d+)$/;
/** The words of servers without such statuses about a sender they do not serve. */
const senderWords = /relay|sender|authenticat/i;

/**
 * The server permanently refused this mailbox. A refusal because of us (relaying, a domain that is not verified, a
 * quota) can be mended by an operator, and so every mail is to wait for that.
 */
function isRefusal(error: unknown): boolean {
  const { command, responseCode = 0, response = "" } = error as SmtpError;
  if (command !== "RCPT TO" || responseCode < permanentFrom) return false;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return status
    ? mailboxStatus.test(status)
    : mailboxCodes.includes(responseCode) && !senderWords.test(response);
}

function codesOf(error: unknown): string {
  const { code = "unknown", command, responseCode } = error as SmtpError;
  return responseCode ? `${code} ${responseCode} ${command}` : code;
}
