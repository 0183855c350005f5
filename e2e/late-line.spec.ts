import type { Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { confirmElsewhere } from "./mailbox.ts";
import { bearer, shownBalance, signInQuietly, signUpQuietly } from "./people.ts";
import { chatOf, expectMovingPicture, roomOf, postElsewhere, tipElsewhere } from "./room.ts";
import type { Visitor } from "./visitor.ts";

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

test("R-ACCT-17, R-AUTH-22: an email confirmed and a session ended elsewhere before the page's line is open are known on it all the same", async ({
  visit,
}) => {
  const [fan, elsewhere] = [await visit(), await visit()];
  const { page, words } = fan;
  fan.problems.expect(/401/);
  const { email, login, password } = await signUpQuietly(fan);
  const releaseFirst = await holdLine(fan);
  await page.goto("/");
  const alert = page.getByRole("region", { name: words("email_alert_fan") });
  await expect(alert).toBeVisible();
  await confirmElsewhere(elsewhere, email);
  await releaseFirst();
  await expect(alert).toBeHidden();
  await expect(shownBalance(fan)).toHaveText(/5/);

  await signInQuietly(elsewhere, login, password);
  const releaseSecond = await holdLine(fan);
  await page.goto("/");
  const cut = await elsewhere.page.request.post("/api/fan/end-sessions", {
    headers: await bearer(elsewhere),
    data: { keep_current: true, current_password: password },
  });
  expect(cut.status()).toBe(200);
  await releaseSecond();
  await expect(
    page
      .getByRole("banner")
      .first()
      .getByRole("link", { name: words("nav_login") }),
  ).toBeVisible();
});

test("R-LIVE-23, R-LIVE-25: what is posted and tipped before the room's socket is open stands in the room all the same", async ({
  visit,
}) => {
  const [speaker, late] = [await visit(), await visit()];
  await signInQuietly(speaker, "nico");
  await signInQuietly(late, "sofia");
  const release = await holdLine(late);
  await late.page.goto("/stream/aria");
  await expectMovingPicture(late.page);
  const [text, note] = ["said", "tipped"].map((word) => `${word} early ${Date.now().toString(36)}`) as [
    string,
    string,
  ];
  await postElsewhere(speaker, "aria", text);
  await tipElsewhere(speaker, "aria", 12, note);
  await expect(chatOf(late)).not.toContainText(text);
  await release();
  await expect(chatOf(late)).toContainText(text);
  await expect(chatOf(late)).toContainText(note);
  await expect.poll(() => goalOf(late)).toBe((await roomOf(speaker, "aria")).goal?.reached);
});

/** How many tokens the room's goal has, as the page shows it. */
async function goalOf({ page }: Visitor): Promise<number> {
  const bar = page.getByRole("progressbar").and(page.locator(":visible")).first();
  const [reached = ""] = /[\d.,]+/.exec((await bar.getAttribute("aria-valuetext")) ?? "") ?? [];
  return Number(reached.replaceAll(/\D/g, ""));
}
