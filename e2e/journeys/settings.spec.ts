import { unzip } from "#testing/files/unzip.ts";
import { buyQuietly } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { type Newcomer, signUp, signUpQuietly, statementOf } from "../people.ts";
import { pictureFile } from "../picture.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** A fan of one's own, at the settings. */
async function atSettings(visitor: Visitor): Promise<Newcomer> {
  const person = await signUpQuietly(visitor);
  await visitPage(visitor.page, "/settings");
  await expect(
    visitor.page.getByRole("heading", { name: visitor.words("settings_title"), level: 1 }),
  ).toBeVisible();
  return person;
}

const toasted = ({ page, words }: Visitor, key: string) =>
  expect(page.getByText(words(key), { exact: true })).toBeVisible();

test("R-ACCT-03, R-ACCT-21, R-ERR-34, R-ERR-37: a picture is chosen, previewed, saved once over a line that drops, and removed again; the account is deleted in two tabs at once, and both know nobody", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO" });
  const { page, words } = fan;
  fan.problems.expect(/ERR_CONNECTION_RESET|status of (401|403|409)/);
  const person = await atSettings(fan);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  const button = (key: string) =>
    page.getByRole("main").getByRole("button", { name: words(key), exact: true });
  const [change, save] = [button("settings_picture_change"), button("settings_picture_save")];
  const input = page.getByLabel(words("settings_picture"), { exact: true });
  const preview = page.getByAltText(words("settings_picture_preview"));
  const inHeader = page.getByRole("banner").locator("img[src^='/files/avatars/']");
  const upload = "**/api/fan/store-avatar/*";
  let choices = 0;
  page.on("filechooser", () => choices++);
  let sent = 0;
  page.on("request", (request) => request.url().includes("/api/fan/store-avatar") && sent++);

  await test.step("what is no picture is refused, and a double press on Cancel opens no other choice", async () => {
    const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
    await input.setInputFiles(notes);
    await expect(page.getByText(words("settings_picture_wrong_type"))).toBeVisible();
    await input.setInputFiles(await pictureFile());
    await expect(preview).toBeVisible();
    // Slow enough for the first press to be answered before the second falls.
    await button("settings_picture_cancel").dblclick({ delay: 200 });
    await expect(change).toBeVisible();
    expect(sent).toBe(0);
  });

  await test.step("a line that drops is shown, and what was chosen is kept", async () => {
    await input.setInputFiles(await pictureFile());
    const chosen = await preview.getAttribute("src");
    const sending = page.getByRole("progressbar", { name: words("settings_picture_save") });
    await page.route(upload, async (route) => {
      await expect(sending).toBeVisible();
      await route.abort("connectionreset");
    });
    await save.click();
    await expect(page.getByRole("main").getByText(words("common_no_answer"))).toBeVisible();
    await expect(sending).toHaveCount(0);
    await expect(preview).toHaveAttribute("src", String(chosen));
    await page.unroute(upload);
  });

  await test.step("the next press saves it, once however often it is pressed", async () => {
    const held = Promise.withResolvers<void>();
    await page.route(upload, async (route) => {
      await held.promise;
      await route.continue();
    });
    await save.dblclick();
    await expect(save).toHaveAttribute("aria-busy", "true");
    await page.keyboard.press("Enter");
    held.resolve();
    await toasted(fan, "settings_avatar_saved");
    await expect(inHeader).toBeVisible();
    await expect(change).toBeFocused();
    await expect(page.getByText(words("common_no_answer"))).toHaveCount(0);
    expect(sent).toBe(2);
    expect(choices).toBe(0);
  });

  await test.step("it is removed after one question", async () => {
    const remove = button("settings_picture_remove");
    const dialog = page.getByRole("dialog", { name: words("settings_picture_remove_title") });
    await remove.click();
    await dialog.getByRole("button", { name: words("settings_picture_keep") }).click();
    await expect(dialog).toHaveCount(0);
    await expect(inHeader).toBeVisible();
    await remove.click();
    await dialog.getByRole("button", { name: words("settings_picture_remove"), exact: true }).click();
    await toasted(fan, "settings_picture_removed");
    await expect(inHeader).toHaveCount(0);
    await expect(change).toBeFocused();
    await page.reload();
    await expect(remove).toHaveCount(0);
  });

  await test.step("the account is deleted in two tabs at once", () => deleteInTwoTabs(fan, person));
});

/** Asks for the end of the account in two tabs at once. */
async function deleteInTwoTabs(fan: Visitor, { login, password }: Newcomer): Promise<void> {
  const { page, words } = fan;
  const open = page.getByRole("button", { name: words("settings_delete_open") });
  const dialog = page.getByRole("dialog", { name: words("settings_delete_title") });
  await open.click();
  await dialog.getByRole("button", { name: words("settings_delete_cancel") }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  const tabs = [page, await fan.newTab()];
  for (const tab of tabs) {
    await visitPage(tab, "/settings");
    await tab.getByRole("button", { name: words("settings_delete_open") }).click();
    await tab.getByRole("dialog").getByLabel(words("settings_current_password")).fill(password);
  }
  // The password still has the focus, and its form goes out with it.
  await Promise.all(tabs.map((tab) => tab.keyboard.press("Enter")));
  for (const tab of tabs) {
    await expect(tab.getByRole("dialog")).toHaveCount(0);
    await expect(tab).not.toHaveURL(/settings/);
    await expect(tab.getByRole("link", { name: words("nav_login") }).first()).toBeVisible();
  }
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("token");
  const refused = await page.request.post("/api/web_login", { data: { login, password } });
  expect(refused.status()).toBe(403);
}

test("R-REF-01, R-REF-02, R-REF-04, R-AUTH-06, R-ERR-27: an invited friend looks around, signs up and buys; the inviter gets 50 tokens, and the friend keeps statement and data as files", async ({
  visit,
}) => {
  const fan = await visit({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page, words } = fan;
  await atSettings(fan);
  await page.getByRole("button", { name: words("settings_invite") }).click();
  await page.getByRole("button", { name: words("invite_copy") }).click();
  await expect(page.getByText("link has been copied", { exact: true })).toBeVisible();
  const link = String(await page.evaluate("navigator.clipboard.readText()"));
  const id = (await page.context().cookies()).find(({ name }) => name === "fan_id")?.value;
  expect(link).toBe(`${new URL(page.url()).origin}/register?referrer=${id}`);
  const friend = await visit();
  await visitPage(friend.page, link);
  await visitPage(friend.page, "/");
  await visitPage(friend.page, "/register");
  const { login } = await signUp(friend);
  await expect(friend.page).toHaveURL(/\/$/);
  await buyQuietly(friend, 100);
  await expect.poll(async () => (await statementOf(fan))[0]?.reason).toBe("referral_reward");
  await visitPage(page, "/settings/statement");
  await expect(page.getByRole("listitem").filter({ hasText: words("statement_referral") })).toBeVisible();
  await keepFiles(friend, login);
});

/** The statement of a fan who has bought is filtered, and goes along as a file; so does everything else. */
async function keepFiles({ page, words }: Visitor, login: string): Promise<void> {
  await visitPage(page, "/settings/statement");
  await expect(page.getByText(words("statement_purchase"), { exact: true }).last()).toBeVisible();
  const csv = page.waitForEvent("download");
  await page.getByRole("button", { name: words("statement_csv") }).click();
  expect((await csv).suggestedFilename()).toBe("fanlight-statement.csv");
  await page.getByLabel(words("statement_type")).selectOption("tip");
  await expect(page.getByText(words("statement_none_title"))).toBeVisible();
  await page.getByRole("button", { name: words("statement_clear") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: words("statement_purchase") })).toBeVisible();
  await visitPage(page, "/settings");
  const archive = page.waitForEvent("download");
  await page.getByRole("button", { name: words("settings_data_download") }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await archive).createReadStream()) chunks.push(chunk as Buffer);
  const files = await unzip(Buffer.concat(chunks));
  expect(JSON.parse(String(files.get("account.json")))).toMatchObject([{ login }]);
}
