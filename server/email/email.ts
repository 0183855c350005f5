/**
 * Emails: a caller enqueues one in its own transaction, one layout draws it, and SMTP delivers it. The demo keeps emails
 * in its outbox instead.
 */

import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import { deliverEmail, deliverEmailJob, enqueueEmail } from "./deliver-email.ts";
import type { Email } from "./layout.ts";
import type { MailerNeeds } from "./needs.ts";
import { countWaiting, deleteBefore, deleteTo, sentEmail, sentEmails } from "./store/emails-store.ts";

export type { Email } from "./layout.ts";
export { greeting } from "./layout.ts";
export type { Transport } from "./transport.ts";
export { smtpTransport } from "./transport.ts";

/** A sent email as the outbox shows it; `at` is when it was enqueued. */
export type OutboxEmail = { id: number; at: string; to: string; subject: string; text: string; html: string };

/** Emails, each enqueued in the transaction of what it is about. */
export type Mailer = {
  /**
   * Enqueues an email in the caller's transaction: nothing is sent when that rolls back, and nothing is lost when the
   * process ends. It is delivered by a job, retried for about four days while the mail server is unreachable.
   */
  enqueue(tx: Tx, email: Email): Promise<void>;
  /** The jobs behind `enqueue`. */
  work: QueuedWork;
  /** The newest sent emails, newest first; none when a transport delivers them. */
  outbox(reader: Reader): Promise<OutboxEmail[]>;
  outboxEmail(reader: Reader, id: number): Promise<OutboxEmail | undefined>;
  /** Emails not sent yet. */
  waiting(reader: Reader): Promise<number>;
  /** Deletes every email to an address. */
  forget(tx: Tx, address: string): Promise<void>;
  /** Deletes emails that are older than they are kept. */
  trim(): Promise<void>;
};

const outboxEmailsMax = 500;

/** Makes the email module. */
export function createMailer(needs: MailerNeeds): Mailer {
  const { db, clock, keptDays } = needs;
  return {
    enqueue: enqueueEmail(needs),
    work: { [deliverEmailJob]: deliverEmail(needs) },
    outbox: async (reader) => (await sentEmails(reader, outboxEmailsMax)).map(presentEmail),
    async outboxEmail(reader, id) {
      const email = await sentEmail(reader, id);
      return email && presentEmail(email);
    },
    waiting: countWaiting,
    forget: deleteTo,
    trim: () => deleteBefore(db, new Date(clock.now().getTime() - keptDays * 86_400_000)),
  };
}

function presentEmail(email: NonNullable<Awaited<ReturnType<typeof sentEmail>>>): OutboxEmail {
  const { id, posted_at, address, subject, text_body, html_body } = email;
  return { id, at: posted_at.toISOString(), to: address, subject, text: text_body, html: html_body };
}
