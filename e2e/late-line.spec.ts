import type { Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { newestLink } from "./mailbox.ts";
import { bearer, shownBalance, signInQuietly, signUpQuietly } from "./people.ts";
import { chatOf, expectMovingPicture, openRoom, say, tip } from "./room.ts";
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

test("R-ACCT-17: an email that is confirmed elsewhere before the page's line is open is known on it all the same", async ({
  visit,
}) => {
  const [fan, mailProgram] = [await visit(), await visit()];
  const { email } = await signUpQuietly(fan);
  const link = await newestLink(fan, email, 1);
  const release = await holdLine(fan);
  await fan.page.goto("/");
  const alert = fan.page.getByRole("region", { name: fan.words("email_alert_fan") });
  await expect(alert).toBeVisible();
  await visitPage(mailProgram.page, link);
  await expect(mailProgram.page.getByRole("heading").first()).toBeVisible();
  await release();
  await expect(alert).toBeHidden();
  await expect(shownBalance(fan)).toHaveText(/5/);
});

test("R-AUTH-22: a session that is ended elsewhere before the page's line is open makes the page a guest's", async ({
  visit,
}) => {
  const [here, there] = [await visit(), await visit()];
  there.problems.expect(/401/);
  const person = await signUpQuietly(here);
  await signInQuietly(there, person.login, person.password);
  const release = await holdLine(there);
  await there.page.goto("/");
  const cut = await here.page.request.post("/api/fan/end-sessions", {
    headers: await bearer(here),
    data: { keep_current: true, current_password: person.password },
  });
  expect(cut.status()).toBe(200);
  await release();
  await expect(
    there.page
      .getByRole("banner")
      .first()
      .getByRole("link", { name: there.words("nav_login") }),
  ).toBeVisible();
});

test("R-LIVE-23, R-LIVE-25: what is said and tipped before the room's line is open stands in the room all the same", async ({
  visit,
}) => {
  const [speaker, late] = [await visit(), await visit()];
  await signInQuietly(speaker, "nico");
  await signInQuietly(late, "sofia");
  await openRoom(speaker, "aria");
  const release = await holdLine(late);
  await late.page.goto("/stream/aria");
  await expectMovingPicture(late.page);
  const [text, note] = ["said", "tipped"].map((word) => `${word} early ${Date.now().toString(36)}`) as [
    string,
    string,
  ];
  await say(speaker, text);
  await tip(speaker, 12, note);
  await expect(chatOf(speaker)).toContainText(note);
  await expect(chatOf(late)).not.toContainText(text);
  await release();
  await expect(chatOf(late)).toContainText(text);
  await expect(chatOf(late)).toContainText(note);
  await expect(async () => {
    const [heard, read] = await Promise.all([goalOf(speaker), goalOf(late)]);
    expect(read).toEqual(heard);
  }).toPass();
});

/** How far the room's goal has come: the numbers of its progress, whatever the language. */
async function goalOf({ page }: Visitor): Promise<string[]> {
  const bar = page.getByRole("progressbar").and(page.locator(":visible")).first();
  return (await bar.getAttribute("aria-valuetext"))?.match(/\d+/g) ?? [];
}
