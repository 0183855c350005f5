import type { Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { confirmElsewhere } from "./mailbox.ts";
import { bearer, shownBalance, signInQuietly, signUpQuietly } from "./people.ts";
import { chatOf, expectMovingPicture, roomOf, postElsewhere, tipElsewhere } from "./room.ts";
import { type Visitor, visitPage } from "./visitor.ts";

/** Keeps the page's live line from opening until the returned function is called. */
async function holdLine({ page }: Visitor): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  const tickets = /\/api\/realtime\/ticket$/;
  await page.route(tickets, (route) => (open ? route.continue() : void held.push(route)));
  return async () => {
    await expect.poll(() => held.length, { message: "the page has asked for its line" }).toBeGreaterThan(0);
    open = true;
    for (const route of held) await route.continue();
  };
}

test("R-ACCT-17, R-AUTH-22, R-LIVE-23, R-LIVE-25: what happens before a page's line is open is known on it all the same: an email confirmed, messages and tips of a room, a session ended", async ({
  visit,
}) => {
  const [fan, elsewhere, speaker] = [await visit(), await visit(), await visit()];
  const { page, words } = fan;
  fan.problems.expect(/401|whep/);
  const { email, login, password } = await signUpQuietly(fan);
  await test.step("an email that was confirmed", async () => {
    const release = await holdLine(fan);
    await page.goto("/");
    const alert = page.getByRole("region", { name: words("email_alert_fan") });
    await expect(alert).toContainText(email);
    const other = { ...fan, page: await fan.newTab() };
    await visitPage(other.page, "/trending");
    const alertOfOther = other.page.getByRole("region", { name: words("email_alert_fan") });
    await expect(alertOfOther).toBeVisible();
    await confirmElsewhere(elsewhere, email);
    await expect(elsewhere.page.getByRole("dialog", { name: words("email_verified_title") })).toBeVisible();
    await expect(alertOfOther, "a line that is open brings it").toBeHidden();
    await expect(shownBalance(other)).toHaveText(/5/);
    await other.page.close();
    await release();
    await expect(alert).toBeHidden();
    await expect(shownBalance(fan)).toHaveText(/5/);
  });

  await test.step("what is posted and tipped in a room", async () => {
    await signInQuietly(speaker, "nico");
    const release = await holdLine(fan);
    await page.goto("/stream/aria");
    await expectMovingPicture(page);
    const at = Date.now().toString(36);
    const [text, note] = [`said early ${at}`, `tipped early ${at}`];
    await postElsewhere(speaker, "aria", text);
    await tipElsewhere(speaker, "aria", 12, note);
    await expect(chatOf(fan)).not.toContainText(text);
    await release();
    await expect(chatOf(fan)).toContainText(text);
    await expect(chatOf(fan)).toContainText(note);
    await expect.poll(() => goalOf(fan)).toBe((await roomOf(speaker, "aria")).goal?.reached);
  });

  await test.step("a session that was ended", async () => {
    await signInQuietly(elsewhere, login, password);
    const release = await holdLine(fan);
    await page.goto("/");
    const cut = await elsewhere.page.request.post("/api/fan/end-sessions", {
      headers: await bearer(elsewhere),
      data: { keep_current: true, current_password: password },
    });
    expect(cut.status()).toBe(200);
    await release();
    const door = page
      .getByRole("banner")
      .first()
      .getByRole("link", { name: words("nav_login") });
    await expect(door).toBeVisible();
  });
});

/** How many tokens the room's goal has, as the page shows it. */
async function goalOf({ page }: Visitor): Promise<number> {
  const bar = page.getByRole("progressbar").and(page.locator(":visible")).first();
  const [reached = ""] = /[\d.,]+/.exec((await bar.getAttribute("aria-valuetext")) ?? "") ?? [];
  return Number(reached.replaceAll(/\D/g, ""));
}
