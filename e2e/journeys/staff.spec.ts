import type { APIRequestContext } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { buyQuietly } from "../checkout.ts";
import { goLiveByEncoder } from "../encoder.ts";
import { expect, test } from "../fixtures.ts";
import { restingFooter } from "../footer.ts";
import { shownBalance, signInQuietly, signUpQuietly, statementOf } from "../people.ts";
import { decodedFrames, openRoom } from "../room.ts";
import { type Visitor, visitPage } from "../visitor.ts";

type Mail = { to: string; subject: string; text: string };

/** The mails to an address, newest first, once there are so many. */
async function mailsTo(request: APIRequestContext, address: string, count: number): Promise<Mail[]> {
  const read = async () =>
    ((await (await request.get("/dev/outbox.json")).json()) as Mail[]).filter(({ to }) => to === address);
  await expect.poll(async () => (await read()).length, "mails have come").toBe(count);
  return read();
}

test("R-ROUTE-05, R-LEGAL-08, R-OPEN-42, R-OPEN-88: a guest finds the contact form by the footer and asks for a removal; staff finds it in the queue, answers it by mail and closes it, and gives another's payment back", async ({
  visit,
  request,
}) => {
  const address = `eva${Date.now()}@example.test`;
  let number = "";
  await test.step("the guest gets a number and a date", async () => {
    const guest = await visit({ locale: "es-ES" });
    const { page, words } = guest;
    await visitPage(page, "/");
    await (await restingFooter(guest)).getByRole("link", { name: words("support_contact_title") }).click();
    await expect(page.getByRole("heading", { level: 1, name: words("support_contact_title") })).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: words("support_removal_title") })
      .click();
    await expect(page).toHaveURL(/\/content-removal$/);
    await page.getByLabel(words("support_reason"), { exact: true }).selectOption("nonconsensual");
    await page.getByLabel(words("support_url")).fill("/stream/luna");
    await page.getByLabel(words("support_name")).fill("Eva");
    await page.getByLabel(words("auth_email")).fill(address);
    await page.getByLabel(words("support_what_is_shown")).fill("Salgo yo en esa sala.");
    await page.getByRole("button", { name: words("support_send"), exact: true }).click();
    await expect(page.getByRole("heading", { name: words("support_removal_arrived") })).toBeFocused();
    number = String(await page.getByTestId("ticket-number").textContent());
    expect(number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const [mail] = await mailsTo(request, address, 1);
    expect(mail?.subject).toContain(number);
  });
  const staff = await visit();
  const { page, words } = staff;
  await signInQuietly(staff, "staff");
  await visitPage(page, "/admin/models/tickets");
  await page.getByRole("link", { name: number }).click();
  await expect(page.getByText("Salgo yo en esa sala.")).toBeVisible();
  await expectAccessible(page, "a message to support");
  await page.getByRole("textbox", { name: words("admin_answer") }).fill("Lo hemos retirado.");
  await page.getByRole("button", { name: words("admin_answer_send") }).click();
  await expect(page.getByRole("list", { name: words("admin_history") })).toContainText("Lo hemos retirado.");
  const [answer] = await mailsTo(request, address, 2);
  expect(answer).toMatchObject({
    subject: `Sobre tu mensaje ${number}`,
    text: expect.stringContaining("retirado"),
  });
  await page.getByText(words("admin_close"), { exact: true }).click();
  await page.getByRole("textbox", { name: words("admin_close") }).fill("removed");
  await page.getByRole("button", { name: words("admin_close_send") }).click();
  await expect(page.getByText(words("admin_ticket_closed"), { exact: true }).first()).toBeVisible();
  await visitPage(page, "/admin/models/tickets");
  await expect(page.getByRole("link", { name: number })).toHaveCount(0);
  await test.step("the money is refunded once, and the tokens leave the balance", async () =>
    giveBack(staff, await visit()));
});

/** Staff gives back what a fan has just paid. */
async function giveBack(staff: Visitor, fan: Visitor): Promise<void> {
  const { login } = await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  const orderid = await buyQuietly(fan, 100);
  await expect(shownBalance(fan)).toHaveText("100");
  const { page, words } = staff;
  await visitPage(page, "/admin/models/payments");
  await page.getByRole("searchbox").fill(login);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: orderid }).click();
  await expect(page.getByRole("button", { name: words("admin_refund") })).toBeVisible();
  await expectAccessible(page, "a payment");
  await page.getByRole("button", { name: words("admin_refund") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words("admin_reason")).fill("charged by mistake");
  await dialog.getByRole("button", { name: words("admin_refund") }).click();
  await expect(page.getByText(words("admin_pay_refunded"), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: words("admin_refund") })).toHaveCount(0);
  await expect(shownBalance(fan)).toHaveText("0");
  const rows = await statementOf(fan);
  expect(rows.filter(({ type }) => type === "refund")).toHaveLength(1);
  await visitPage(fan.page, `/settings/receipts/${rows.find(({ payment_id }) => payment_id)?.payment_id}`);
  await expect(fan.page.getByText(fan.words("purchase_receipt_refunded"))).toBeVisible();
  await expectAccessible(fan.page, "receipt of a purchase");
  await visitPage(page, "/admin/models/state");
  await expect(
    page
      .getByRole("region", { name: words("admin_ledger") })
      .getByText(words("admin_sound"), { exact: true }),
  ).toBeVisible();
}

test("R-OPEN-11, R-OPEN-73, R-LIVE-36, R-ROLE-11: a model bans a fan, who is out of the room at once, and lets them in again; staff suspends the model, whose room ends, and the log shows why", async ({
  visit,
}) => {
  // The demo's model reads English, whatever their browser speaks, and is kept off the air by the demo.
  const [fan, staff, model] = [await visit({ locale: "es-CO" }), await visit(), await visit()];
  fan.problems.expect(/40[349]/);
  // A suspended account has no session any more.
  model.problems.expect(/401/);
  const name = "Ines";
  const login = "ines";
  const { login: fansName } = await signUpQuietly(fan);
  await signInQuietly(model, login);
  const encoder = await goLiveByEncoder(model, login);
  await openRoom(fan, login);
  await test.step("the ban", () => banAndLift(model, fan, { login, fansName }));
  const { page, words } = staff;
  await signInQuietly(staff, "staff");
  await visitPage(page, `/admin/models?search=${login}`);
  const row = page.getByRole("article", { name, exact: true });
  const more = row.getByRole("button", { name: words("admin_more", { name }) });
  await more.click();
  await row.getByRole("button", { name: new RegExp(words("admin_suspend")) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: words("admin_suspend") }).click();
  await expect(dialog.getByText(words("admin_reason_needed"))).toBeVisible();
  await dialog.getByLabel(words("admin_reason")).fill("against the rules");
  await dialog.getByRole("button", { name: words("admin_suspend") }).click();
  await expect(row.getByText(words("admin_is_suspended"))).toBeVisible();
  await expect(fan.page.getByRole("heading", { name: fan.words("room_ended_title") })).toBeVisible();
  await more.click();
  await row.getByRole("link", { name: new RegExp(words("admin_log")) }).click();
  await expect(page.getByRole("list", { name: words("admin_log") })).toContainText("against the rules");
  const framesAtEnd = await decodedFrames(fan.page);
  await visitPage(page, `/admin/models?search=${login}`);
  expect(await decodedFrames(fan.page), "frames that came after the end").toBe(framesAtEnd);
  await row.getByRole("button", { name: new RegExp(words("admin_restore")) }).click();
  await dialog.getByLabel(words("admin_reason")).fill("settled");
  await dialog.getByRole("button", { name: words("admin_restore") }).click();
  await expect(row.getByText(words("admin_is_suspended"))).toHaveCount(0);
  await encoder.stop();
});

/** The ban shows at once, in the fan's room and after it, until it is lifted. */
async function banAndLift(
  model: Visitor,
  fan: Visitor,
  { login, fansName }: { login: string; fansName: string },
): Promise<void> {
  await visitPage(model.page, "/model/update-model-profile");
  await model.page.getByRole("button", { name: model.words("studio_ban_fan", { name: fansName }) }).click();
  const dialog = model.page.getByRole("dialog");
  await dialog.getByRole("button", { name: model.words("studio_ban"), exact: true }).click();
  await expect(model.page.getByText(model.words("studio_ban_done", { name: fansName }))).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await expect(fan.page.getByRole("heading", { name: fan.words("room_refused_title") })).toBeVisible();
  await expect(fan.page.locator("video")).toHaveCount(0);
  // The page navigates away on its own, and what was in the way of the room still stands there.
  await expect(fan.page).toHaveURL(/\/$/);
  await expect(
    fan.page.getByText("Esta modelo te vetó de su sala y sus chats.", { exact: true }),
  ).toBeVisible();
  await visitPage(fan.page, `/stream/${login}`);
  await expect(fan.page.getByRole("heading", { name: fan.words("room_refused_title") })).toBeVisible();

  await model.page.getByText(model.words("studio_banned", { count: 1 })).click();
  await model.page
    .getByRole("button", { name: model.words("studio_ban_lift_of", { name: fansName }) })
    .click();
  await expect(model.page.getByText(model.words("studio_ban_lifted", { name: fansName }))).toBeVisible();
  await openRoom(fan, login);
}
