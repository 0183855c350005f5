import { unzip } from "#testing/files/unzip.ts";
import { buyTokens } from "../checkout.ts";
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

const sectionOf = ({ page, words }: Visitor, title: string) =>
  page.getByRole("region", { name: words(title), exact: true });
const toasted = ({ page, words }: Visitor, key: string) =>
  expect(page.getByText(words(key), { exact: true })).toBeVisible();

test("R-ROUTE-17, R-ACCT-01, R-ACCT-02, R-AUTH-09, R-ERR-33, R-ERR-35: email, password, notices and language are changed where their values stand", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-CO", viewport: { width: 360, height: 800 } });
  const { page, words } = fan;
  fan.problems.expect(/422/);
  const { email, password } = await atSettings(fan);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  const [mail, secret] = [sectionOf(fan, "settings_email"), sectionOf(fan, "settings_password")];
  await expect(mail.getByLabel(words("settings_email_new"))).toHaveValue(email);
  await mail.getByLabel(words("settings_email_new")).fill(`new${email}`);
  await mail.getByLabel(words("settings_current_password")).fill("not the password");
  await mail.getByRole("button", { name: words("settings_email_save") }).click();
  await expect(mail.getByRole("alert")).toBeVisible();
  await expect(mail.getByLabel(words("settings_email_new"))).toHaveValue(`new${email}`);
  await mail.getByLabel(words("settings_current_password")).fill(password);
  await mail.getByRole("button", { name: words("settings_email_save") }).click();
  await toasted(fan, "settings_email_saved");
  await secret.getByRole("button", { name: words("settings_password_save") }).click();
  await expect(secret.getByText(words("auth_required")).first()).toBeVisible();
  await secret.getByLabel(words("settings_current_password")).fill(password);
  await secret.getByLabel(words("settings_password_new"), { exact: true }).fill("another long secret");
  await secret.getByLabel(words("settings_password_again"), { exact: true }).fill("another long secret");
  await secret.getByRole("button", { name: words("settings_password_save") }).click();
  await toasted(fan, "settings_password_saved");
  await page.getByRole("switch").click();
  await toasted(fan, "settings_notices_off");
  await page.reload();
  await expect(page.getByRole("switch")).not.toBeChecked();
  const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  expect(wide, "nothing stands beside the screen").toBe(false);
});

test("R-OPEN-05: another session ends from the settings, by the password only", async ({ visit }) => {
  const fan = await visit();
  const { page, words } = fan;
  fan.problems.expect(/422/);
  const { login, password } = await signUpQuietly(fan);
  const elsewhere = await page.request.post("/api/web_login", { data: { login, password } });
  const { accessToken } = (await elsewhere.json()) as { accessToken: string };
  const profileThere = async () => {
    const headers = { authorization: `Bearer ${accessToken}` };
    return (await page.request.get("/api/fan/profile", { headers })).status();
  };
  await visitPage(page, "/settings");
  const sessions = sectionOf(fan, "settings_sessions");
  await sessions.getByRole("button", { name: words("settings_sessions_end_others") }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: words("settings_sessions_end"), exact: true });
  await confirm.click();
  await expect(dialog.getByText(words("auth_required"))).toBeVisible();
  await dialog.getByLabel(words("settings_current_password"), { exact: true }).fill("not the password");
  await confirm.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  expect(await profileThere()).toBe(200);
  await dialog.getByLabel(words("settings_current_password"), { exact: true }).fill(password);
  await confirm.click();
  await toasted(fan, "settings_sessions_ended_others");
  await expect(sessions.getByText(words("settings_sessions_only"))).toBeVisible();
  expect(await profileThere()).toBe(401);
});

test("R-ACCT-03, R-ERR-34: a picture is chosen, looked at, saved, stands in the header, and is removed again", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  await atSettings(fan);
  const input = page.getByLabel(words("settings_picture"), { exact: true });
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
  await expect(page.getByText(words("settings_picture_wrong_type"))).toBeVisible();
  await input.setInputFiles(await pictureFile());
  await expect(page.getByAltText(words("settings_picture_preview"))).toBeVisible();
  await page.getByRole("button", { name: words("settings_picture_save") }).click();
  await toasted(fan, "settings_avatar_saved");
  const inHeader = page.getByRole("banner").locator("img[src^='/files/avatars/']");
  await expect(inHeader).toBeVisible();
  await expect(page.getByRole("button", { name: words("settings_picture_change") })).toBeFocused();

  const remove = page.getByRole("button", { name: words("settings_picture_remove"), exact: true });
  const dialog = page.getByRole("dialog", { name: words("settings_picture_remove_title") });
  await remove.click();
  await dialog.getByRole("button", { name: words("settings_picture_keep") }).click();
  await expect(dialog).toHaveCount(0);
  await expect(inHeader).toBeVisible();
  await remove.click();
  await dialog.getByRole("button", { name: words("settings_picture_remove"), exact: true }).click();
  await toasted(fan, "settings_picture_removed");
  await expect(inHeader).toHaveCount(0);
  await expect(page.getByRole("button", { name: words("settings_picture_change") })).toBeFocused();
  await page.reload();
  await expect(remove).toHaveCount(0);
});

test("R-ACCT-03: a line that drops amid a picture says so, keeps what was chosen, and saves it by the next press", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  fan.problems.expect(/ERR_CONNECTION_RESET/);
  await atSettings(fan);
  await page.getByLabel(words("settings_picture"), { exact: true }).setInputFiles(await pictureFile());
  const preview = page.getByAltText(words("settings_picture_preview"));
  const chosen = await preview.getAttribute("src");
  const sending = page.getByRole("progressbar", { name: words("settings_picture_save") });
  const save = page.getByRole("button", { name: words("settings_picture_save") });
  const upload = "**/api/fan/store-avatar/*";
  await page.route(upload, async (route) => {
    await expect(sending).toBeVisible();
    await route.abort("connectionreset");
  });
  await save.click();
  await expect(page.getByRole("main").getByText(words("settings_no_answer"))).toBeVisible();
  await expect(sending).toHaveCount(0);
  await expect(preview).toHaveAttribute("src", String(chosen));
  await page.unroute(upload);
  await save.click();
  await toasted(fan, "settings_avatar_saved");
  await expect(page.getByText(words("settings_no_answer"))).toHaveCount(0);
  await expect(page.getByRole("banner").locator("img[src^='/files/avatars/']")).toBeVisible();
});

test("R-REF-01, R-REF-02, R-REF-03, R-ERR-13, R-ERR-27, R-AMB-39, R-AUTH-06, R-REF-04: an invited friend looks around, signs up and buys; the inviter gets 50 tokens", async ({
  visit,
}) => {
  test.setTimeout(150_000);
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
  await signUp(friend);
  await expect(friend.page).toHaveURL(/\/$/);
  await buyTokens(friend, { tokens: 100 });
  await expect.poll(async () => (await statementOf(fan))[0]?.reason).toBe("referral_reward");
  await visitPage(page, "/settings/statement");
  await expect(page.getByRole("listitem").filter({ hasText: words("statement_referral") })).toBeVisible();
});

test("R-REF-03, R-ERR-13: a clipboard that refuses is told as Error", async ({ visit }) => {
  const fan = await visit();
  await fan.page.addInitScript("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
  await atSettings(fan);
  await fan.page.getByRole("button", { name: fan.words("settings_invite") }).click();
  await fan.page.getByRole("button", { name: fan.words("invite_copy") }).click();
  await expect(fan.page.getByText("Error", { exact: true })).toBeVisible();
});

test("the statement is filtered, and goes along as a file; so does everything else", async ({ visit }) => {
  const fan = await visit();
  const { page, words } = fan;
  const { login } = await atSettings(fan);
  await buyTokens(fan, { tokens: 100 });
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
});

test("R-ACCT-19, R-ACCT-21, R-API-50, R-ERR-37: an account is deleted after one question and its password", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  fan.problems.expect(/401|403/);
  const { login, password } = await atSettings(fan);
  const open = page.getByRole("button", { name: words("settings_delete_open") });
  const dialog = page.getByRole("dialog", { name: words("settings_delete_title") });
  await open.click();
  await expect(dialog.getByText(words("settings_delete_stay"))).toBeVisible();
  await dialog.getByRole("button", { name: words("settings_delete_cancel") }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByLabel(words("settings_current_password")).fill(password);
  await dialog.getByRole("button", { name: words("settings_delete_confirm") }).click();
  await toasted(fan, "settings_delete_done");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name: words("nav_login") }).first()).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("token");
  const refused = await page.request.post("/api/web_login", { data: { login, password } });
  expect(refused.status()).toBe(403);
});
