import { z } from "zod";
import type { Tx } from "#server/kit/database/database.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { type Email, htmlBody, textBody } from "./layout.ts";
import type { MailerNeeds } from "./needs.ts";
import { deleteEmail, insertEmail, markRefused, markSent, unsentEmail } from "./store/emails-store.ts";

export const deliverEmailJob = "send_mail";

const subjectCharactersMax = 200;
/** With the worker's backoff these last about four days. */
const attemptsMax = 25;

/** Stores an email together with the job that will send it, in the caller's transaction. */
export function enqueueEmail({ clock, homeUrl }: Pick<MailerNeeds, "clock" | "homeUrl">) {
  return async (tx: Tx, email: Email): Promise<void> => {
    if (isNobody(email.to)) return;
    for (const link of [email.action, email.unsubscribe])
      if (link && !/^https?:\/\//.test(link.url)) throw new Error("an email may only link to http and https");
    const oneLine = { ...email, subject: oneLineOf(email.subject) };
    const id = await insertEmail(tx, {
      address: email.to,
      subject: oneLine.subject,
      text_body: textBody(oneLine),
      html_body: htmlBody(oneLine, homeUrl),
      off_url: email.unsubscribe?.url ?? null,
      posted_at: clock.now(),
    });
    await enqueue(tx, { name: deliverEmailJob, payload: { id }, triesMax: attemptsMax, urgency: "later" });
  };
}

/** An address under the domain that never exists (RFC 6761, section 6.4): of somebody who only simulates a person. */
const isNobody = (address: string): boolean => /[@.]invalid\.?$/i.test(address);

/** A subject is one header line, even if a name in it contains line breaks. */
function oneLineOf(subject: string): string {
  return subject.replaceAll(/\s+/g, " ").trim().slice(0, subjectCharactersMax);
}

const payload = z.object({ id: z.int() });

/**
 * Sends one email; if it throws, the job is retried. A crash between the server's acceptance and our
 * record of it sends the email twice under the same Message-ID rather than not at all. A sent email is deleted, because
 * it contains links that grant access; without a transport it is kept for the outbox.
 */
export function deliverEmail({ db, clock, log, transport }: MailerNeeds) {
  return async (job: unknown): Promise<void> => {
    const { id } = payload.parse(job);
    const stored = await unsentEmail(db, id);
    if (!stored) return;
    if (!transport) return markSent(db, id, clock.now());
    const delivery = await transport.deliver(stored);
    if (delivery === "taken") return deleteEmail(db, id);
    log.warn({ mailId: id }, "the receiving server refused an email");
    await markRefused(db, id, clock.now());
  };
}
