import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { Letter } from "./layout/letter.ts";
import type { MailNeeds } from "./needs.ts";
import { postMail, sendMailJob } from "./post-mail.ts";
import { sendMail } from "./send-mail.ts";
import { countWaiting, deleteBefore, deleteTo, sentMessage, sentMessages } from "./store/messages-store.ts";

export type { Carrier } from "./carrier/carrier.ts";
export { smtpCarrier } from "./carrier/smtp-carrier.ts";
export type { Letter } from "./layout/letter.ts";

/** A sent mail as the outbox shows it; `at` is when it was posted. */
export type OutboxMail = { id: number; at: string; to: string; subject: string; text: string; html: string };

/** Mails to people, each queued in the transaction of what it tells about. */
export type Mail = {
  /**
   * Queues a mail in the caller's transaction: nothing is sent when that rolls back, and nothing is lost when the
   * process ends. It goes out by a job, again and again for about three days while the mail server is away.
   */
  post(tx: Tx, letter: Letter): Promise<void>;
  /** The jobs behind `post`. */
  work: QueuedWork;
  /** The newest sent mails, newest first; none when a carrier takes them away. */
  outbox(reader: Reader): Promise<OutboxMail[]>;
  outboxMail(reader: Reader, id: number): Promise<OutboxMail | undefined>;
  /** Mails not sent yet. */
  waiting(reader: Reader): Promise<number>;
  /** Forgets every mail to an address. */
  forget(tx: Tx, address: string): Promise<void>;
  /** Forgets mails older than 30 days. */
  trim(): Promise<void>;
};

const keptDays = 30;
const outboxMailsMax = 500;

/** Makes the mail module. */
export function createMail(needs: MailNeeds): Mail {
  const { db, clock } = needs;
  return {
    post: postMail(needs),
    work: { [sendMailJob]: sendMail(needs) },
    outbox: async (reader) => (await sentMessages(reader, outboxMailsMax)).map(presentMail),
    async outboxMail(reader, id) {
      const message = await sentMessage(reader, id);
      return message && presentMail(message);
    },
    waiting: countWaiting,
    forget: deleteTo,
    trim: () => deleteBefore(db, new Date(clock.now().getTime() - keptDays * 86_400_000)),
  };
}

function presentMail(message: NonNullable<Awaited<ReturnType<typeof sentMessage>>>): OutboxMail {
  const { id, posted_at, address, subject, text_body, html_body } = message;
  return { id, at: posted_at.toISOString(), to: address, subject, text: text_body, html: html_body };
}
