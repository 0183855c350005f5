import type { Tx } from "#server/kit/database/database.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { htmlBody } from "./layout/html-body.ts";
import type { Letter } from "./layout/letter.ts";
import { textBody } from "./layout/text-body.ts";
import type { MailNeeds } from "./needs.ts";
import { insertMessage } from "./store/messages-store.ts";

export const sendMailJob = "send_mail";

const subjectCharactersMax = 200;
/** With the worker's growing pauses these last about three days. */
const triesMax = 25;

/** Writes a mail down together with the job that will send it, in the caller's transaction. */
export function postMail({ clock, homeUrl }: Pick<MailNeeds, "clock" | "homeUrl">) {
  return async (tx: Tx, letter: Letter): Promise<void> => {
    for (const link of [letter.action, letter.off])
      if (link && !/^https?:\/\//.test(link.url)) throw new Error("a mail may only link to http and https");
    const oneLine = { ...letter, subject: oneLineOf(letter.subject) };
    const id = await insertMessage(tx, {
      address: letter.to,
      subject: oneLine.subject,
      text_body: textBody(oneLine),
      html_body: htmlBody(oneLine, homeUrl),
      off_url: letter.off?.url ?? null,
      posted_at: clock.now(),
    });
    await enqueue(tx, { name: sendMailJob, payload: { id }, triesMax, urgency: "later" });
  };
}

/** A subject is one header line, whatever a person's name in it tries to add. */
function oneLineOf(subject: string): string {
  return subject.replaceAll(/\s+/g, " ").trim().slice(0, subjectCharactersMax);
}
