import type { StoredEmail } from "./store/emails-store.ts";

/** How a delivery ended: accepted by the receiving server, or permanently refused. An outage throws. */
export type Delivery = "taken" | "refused";

/** Delivers emails to the outside world. */
export type Transport = {
  /** Throws an {@link Outage} when a later attempt may succeed. */
  deliver(email: StoredEmail): Promise<Delivery>;
  /** Checks that the server is reachable and accepts our credentials. */
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
        const { code } = error as { code?: string };
        return code === "EAUTH" || code === "ENOAUTH" ? "unauthorized" : "unreachable";
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
    from: { name: "Fanlight", address: from },
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

/** The server permanently refused (5xx) this recipient or email. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500 && responseCode < 600;
}

function codesOf(error: unknown): string {
  const { code = "unknown", responseCode } = error as { code?: string; responseCode?: number };
  return responseCode ? `${code} ${responseCode}` : code;
}
