import { expect, type Locator } from "@playwright/test";
import { bearer } from "./people.ts";
import { type Visitor, visitPage } from "./visitor.ts";

/** Opens the fan's chat with a model from the model's page; answers its number. */
export async function messageModel({ page, words }: Visitor, login: string, name: string): Promise<number> {
  await visitPage(page, `/${login}`);
  await page.getByRole("button", { name: words("inbox_message_to", { name }) }).click();
  await expect(page).toHaveURL(/\/chat\/\d+$/);
  await expect(page.getByRole("region", { name: words("inbox_thread", { name }) })).toBeVisible();
  return Number(page.url().split("/").at(-1));
}

/** Opens the fan's chat with a model beside the page; answers its number. */
export async function openChatQuietly(visitor: Visitor, login: string): Promise<number> {
  const headers = await bearer(visitor);
  const { request } = visitor.page;
  const { id } = (await (await request.get(`/api/model-profile/${login}`)).json()) as { id: number };
  const opened = await request.post("/api/chat", { headers, data: { model_id: id } });
  expect([200, 201], `opening the chat with ${login}`).toContain(opened.status());
  return ((await opened.json()) as { id: number }).id;
}

/** Opens the model's chat with a fan from the model's list. */
export async function openFansChat({ page, words }: Visitor, fan: string): Promise<void> {
  await page.getByTestId("chat-list").getByRole("link", { name: fan }).click();
  await expect(page.getByRole("region", { name: words("inbox_thread", { name: fan }) })).toBeVisible();
}

/** The field in which one writes to `name`. */
export function fieldTo({ page, words }: Visitor, name: string): Locator {
  return page.getByRole("textbox", { name: words("inbox_write", { name }), exact: true });
}

/** Writes to `name` and sends it by Enter. */
export async function writeTo(visitor: Visitor, name: string, text: string): Promise<void> {
  await fieldTo(visitor, name).fill(text);
  await fieldTo(visitor, name).press("Enter");
}

/** The bubbles of the open chat with this text. */
export function bubble({ page }: Visitor, text: string): Locator {
  return page.getByTestId("message").filter({ hasText: text });
}

/** The menu's entry for chats. */
export function chatEntry({ page, words }: Visitor): Locator {
  return page
    .getByRole("navigation", { name: words("nav_main") })
    .locator('a[href="/chat"]:visible')
    .first();
}

/** The number on the menu's entry for chats, as screen readers read it. */
export async function expectUnread(visitor: Visitor, count: number): Promise<void> {
  const { words } = visitor;
  if (count === 0) await expect(chatEntry(visitor)).toHaveAccessibleName(words("nav_chat"));
  else await expect(chatEntry(visitor)).toContainText(words("nav_unread_messages", { count }));
}
