import { expect } from "@playwright/test";
import type { Visitor } from "./visitor.ts";

type Mail = { id: number; to: string; subject: string; text: string };

/** The mails that the demo sent to an address so far, oldest first. */
export async function mailsTo({ page }: Visitor, address: string): Promise<Mail[]> {
  const answer = await page.request.get("/dev/outbox.json");
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as Mail[]).filter((mail) => mail.to === address).reverse();
}

/** Waits until an address has `count` mails; answers the path that the last of them links to. */
export async function newestLink(visitor: Visitor, address: string, count: number): Promise<string> {
  await expect.poll(async () => (await mailsTo(visitor, address)).length).toBe(count);
  const mail = (await mailsTo(visitor, address)).at(-1);
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  return pathname + search;
}

/** Confirms the address of a new account by the link that it was mailed, in another browser. */
export async function confirmElsewhere(elsewhere: Visitor, email: string): Promise<void> {
  const { page, words } = elsewhere;
  await page.goto(await newestLink(elsewhere, email, 1));
  await page.getByRole("button", { name: words("email_link_confirm") }).click();
  await expect(page).toHaveURL(/\/$/);
}
