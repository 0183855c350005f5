import type { APIRequestContext } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { buyQuietly } from "../checkout.ts";
import { goLiveByEncoder } from "../encoder.ts";
import { expect, test } from "../fixtures.ts";
import { restingFooter } from "../footer.ts";
import { shownBalance, signInQuietly, signUpQuietly, statementOf } from "../people.ts";
import { decodedFrames, openRoom } from "../room.ts";
import { expectNoSideways, visitPage } from "../visitor.ts";

type Mail = { to: string; subject: string; text: string };

/** The mails to an address, newest first, once there are so many. */
async function mailsTo(request: APIRequestContext, address: string, count: number): Promise<Mail[]> {
  const read = async () =>
    ((await (await request.get("/dev/outbox.json")).json()) as Mail[]).filter(({ to }) => to === address);
  await expect.poll(async () => (await read()).length, "mails have come").toBe(count);
  return read();
}

test("R-ROUTE-05, R-LEGAL-07, R-LEGAL-08, R-OPEN-88: a guest finds the contact form by the footer and asks for a removal; staff finds it in the queue, answers it by mail and closes it", async ({
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
});

test("R-OPEN-11: a model is suspended while a fan watches; the fan's room ends, and the log shows why", async ({
  visit,
}) => {
  const [fan, staff, model] = [await visit(), await visit(), await visit()];
  fan.problems.expect(/404|409/);
  // The demo keeps this model off the air.
  const [login, name] = ["ines", "Ines"];
  await signInQuietly(model, login);
  const encoder = await goLiveByEncoder(model, login);
  await signInQuietly(fan, "nico");
  await openRoom(fan, login);
  const { page, words } = staff;
  await signInQuietly(staff, "staff");
  await visitPage(page, `/admin/models?search=${login}`);
  const row = page.getByRole("article", { name, exact: true });
  await row.getByRole("button", { name: new RegExp(words("admin_suspend")) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: words("admin_suspend") }).click();
  await expect(dialog.getByText(words("admin_reason_needed"))).toBeVisible();
  await dialog.getByLabel(words("admin_reason")).fill("against the rules");
  await dialog.getByRole("button", { name: words("admin_suspend") }).click();
  await expect(row.getByText(words("admin_is_suspended"))).toBeVisible();
  await expect(fan.page.getByRole("heading", { name: fan.words("room_ended_title") })).toBeVisible();
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

test("R-OPEN-42: staff gives a payment back; the money is refunded once and the tokens leave the balance", async ({
  visit,
}) => {
  const fan = await visit();
  const { login } = await signUpQuietly(fan);
  await visitPage(fan.page, "/");
  const orderid = await buyQuietly(fan, 100);
  await expect(shownBalance(fan)).toHaveText("100");
  const staff = await visit();
  const { page, words } = staff;
  await signInQuietly(staff, "staff");
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
});

test("R-UI-01, R-UI-02, R-I18N-01: axe finds nothing on the support and admin pages, and none is wider than a phone or a screen", async ({
  visit,
}) => {
  const options = { reducedMotion: "reduce" as const, viewport: { width: 360, height: 900 } };
  const [guest, staff] = [await visit({ ...options, locale: "es-ES" }), await visit(options)];
  await signInQuietly(staff, "staff");
  const admin = ["", "/tickets", "/payments", "/payouts", "/state", "/log", "/account"].map(
    (place) => `/admin/models${place}`,
  );
  const rounds = [
    [guest, ["/contact", "/content-removal", "/compliance-policy"]],
    [staff, admin],
  ] as const;
  for (const [{ page }, paths] of rounds)
    for (const path of paths) {
      await visitPage(page, path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page, path);
      await expectNoSideways({ page }, path);
    }
});
