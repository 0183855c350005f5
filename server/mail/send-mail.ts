import { z } from "zod";
import type { MailNeeds } from "./needs.ts";
import { deleteMessage, markRefused, markSent, unsentMessage } from "./store/messages-store.ts";

const payload = z.object({ id: z.int() });

/**
 * Sends one mail; throwing brings the job back later. A crash between the server's yes and our note of it sends the
 * mail a second time under the same Message-ID, never not at all. A sent mail is forgotten, because it carries links
 * that open things; without a carrier it goes to the outbox.
 */
export function sendMail({ db, clock, log, carrier }: MailNeeds) {
  return async (job: unknown): Promise<void> => {
    const { id } = payload.parse(job);
    const message = await unsentMessage(db, id);
    if (!message) return;
    if (!carrier) return markSent(db, id, clock.now());
    const delivery = await carrier.deliver(message);
    if (delivery === "taken") return deleteMessage(db, id);
    log.warn({ mailId: id }, "a mail was refused by its receiver's server");
    await markRefused(db, id, clock.now());
  };
}
