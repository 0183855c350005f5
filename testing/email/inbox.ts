import type { OutboxEmail } from "#server/email/email.ts";
import type { Reply, TestApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

/** Every mail sent to an address so far, oldest first. */
export async function emailsTo(app: Pick<TestApp, "call">, address: string): Promise<OutboxEmail[]> {
  const { body } = await app.call("GET", "/dev/outbox.json");
  return (body as unknown as OutboxEmail[]).filter((mail) => mail.to === address).reverse();
}

/** The mail to an address whose subject begins so, waited for; with `nth`, the second, third … of them. */
export function emailTo(
  app: Pick<TestApp, "call">,
  address: string,
  subject: string,
  nth = 1,
): Promise<OutboxEmail> {
  return until(async () => {
    const mails = await emailsTo(app, address);
    return mails.filter((mail) => mail.subject.startsWith(subject))[nth - 1];
  }, `mail ${nth} "${subject}" to ${address}`);
}

/** The first link of a mail, as path and query. */
export function pathIn(mail: OutboxEmail): string {
  const url = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (!url) throw new Error(`no link in "${mail.subject}"`);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Presses the button of the page that the link of a confirmation email opens. */
export function pressConfirm(app: Pick<TestApp, "call">, link: string): Promise<Reply> {
  const token = new URLSearchParams(link.split("?")[1]).get("token") ?? "";
  return app.call("POST", "/api/email-link", { body: { token } });
}
