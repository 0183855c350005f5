import { expect, test } from "../fixtures.ts";
import { bearer } from "../people.ts";
import { answerAtX, completeRegistration, goToX, newHandle } from "../social.ts";
import type { Visitor } from "../visitor.ts";

async function profileOf(visitor: Visitor): Promise<Record<string, unknown>> {
  const answer = await visitor.page.request.get("/api/fan/profile", { headers: await bearer(visitor) });
  return (await answer.json()) as Record<string, unknown>;
}

/** Waits until the tab keeps nothing under that name; it may be on its way to another page meanwhile. */
async function expectForgotten({ page }: Visitor, name: string): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain(name);
  }).toPass();
}

test("R-AUTH-17, R-AUTH-18, R-AUTH-26, R-OPEN-10, R-AUTH-37: a newcomer gives the consents once, and is known by X from then on", async ({
  visit,
}) => {
  const fan = await visit({ locale: "es-ES" });
  const { page, words } = fan;
  const handle = newHandle();
  await test.step("who refuses at X sees a message once, and the address is clean again", async () => {
    await goToX(fan, "/register");
    await answerAtX(fan, "refuse");
    const message = page.getByRole("dialog", { name: words("social_oops") });
    await expect(message).toContainText(words("social_login_false"));
    await expect(page).toHaveURL(/\/$/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(message).toHaveCount(0);
  });
  await goToX(fan);
  await answerAtX(fan, "accept", { handle, email: `${handle}@x.test` });
  const modal = page.getByRole("dialog", { name: words("social_register_title") });
  await expect(modal.getByLabel(words("auth_login_name"))).toHaveValue(handle);
  await completeRegistration(fan);
  await expect(page).toHaveURL(/\/$/);
  const { id } = await profileOf(fan);
  expect(await profileOf(fan)).toMatchObject({ twitter: handle, email: `${handle}@x.test` });
  await expectForgotten(fan, "social_claim");

  const elsewhere = await visit({ locale: "es-ES" });
  await elsewhere.page.goto("/stream/aria");
  await expect(elsewhere.page).toHaveURL(/\/login/);
  await goToX(elsewhere, "/login");
  await answerAtX(elsewhere, "accept", { known: `@${handle}` });
  await expect(elsewhere.page).toHaveURL(/\/stream\/aria$/);
  expect((await profileOf(elsewhere)).id).toBe(id);
  await expectForgotten(elsewhere, "social_token");
  const token = (await elsewhere.page.context().cookies()).find(({ name }) => name === "token");
  const seconds = (token?.expires ?? 0) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(10_800 - 60);
  expect(seconds).toBeLessThanOrEqual(10_800);
});
