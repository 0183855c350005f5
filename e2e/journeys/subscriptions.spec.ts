import { expect, test } from "../fixtures.ts";
import { bearer, newcomer, signInQuietly, signUpQuietly } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** A model who takes subscribers, as the demo's prices have it. */
const login = "luna";

async function rowsOf(visitor: Visitor): Promise<{ canceled_at: string | null; login: string }[]> {
  const answer = await visitor.page.request.get("/api/fan/subscriptions-models", {
    headers: await bearer(visitor),
  });
  return ((await answer.json()) as { data: { canceled_at: string | null; login: string }[] }).data;
}

/** Subscribes beside the page and pays in the provider's form, as a fan did elsewhere. */
async function subscribeElsewhere(visitor: Visitor): Promise<void> {
  const headers = await bearer(visitor);
  const { request } = visitor.page;
  const model = (await (await request.get(`/api/model-profile/${login}`)).json()) as { id: number };
  const wished = await request.post("/api/fan/subscribe-model", { headers, data: { modelId: model.id } });
  const { url } = (await wished.json()) as { url: string };
  await request.post(url, { form: { decision: "approve" } });
  await expect(async () => expect(await rowsOf(visitor)).toHaveLength(1)).toPass();
}

for (const locale of ["en-US", "es-ES"]) {
  test(`R-SUB-02, R-SUB-05, R-SUB-06, R-SUB-07, R-SUB-09, R-SUB-10: what was paid elsewhere appears, is cancelled and enabled again (${locale})`, async ({
    visit,
  }) => {
    const fan = await visit({ locale });
    const { page, words } = fan;
    await signUpQuietly(fan, newcomer());
    await visitPage(page, "/subscription-models");
    await expect(page.getByText(words("subscriptions_empty_title"))).toBeVisible();
    await subscribeElsewhere(fan);
    // No reload: the fan's own line brings the row.
    const row = page.getByRole("row").filter({ hasText: "Luna" });
    await expect(row).toContainText(words("sub_status_active"));
    await expect(page.getByRole("columnheader")).toHaveCount(10);

    const unsubscribe = row.getByRole("button", { name: words("sub_unsubscribe") });
    await unsubscribe.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: words("sub_cancel_keep") }).click();
    await expect(dialog).toHaveCount(0);
    expect((await rowsOf(fan))[0]?.canceled_at).toBeNull();
    await unsubscribe.click();
    await dialog.getByRole("button", { name: words("sub_unsubscribe") }).click();
    await expect(page.getByText(words("sub_canceled_toast"))).toBeVisible();
    await expect(row).toContainText(words("sub_status_canceled"));
    expect((await rowsOf(fan))[0]?.canceled_at).not.toBeNull();

    await row.getByRole("button", { name: words("sub_reactivate") }).click();
    await expect(page.getByText(words("sub_reenabled_toast"))).toBeVisible();
    await expect(row).toContainText(words("sub_status_active"));
    expect((await rowsOf(fan))[0]?.canceled_at).toBeNull();
  });
}

test("R-SUB-12, R-SUB-13, R-SUB-14, R-UI-12: nico's subscription that ends in three days is announced once, until logout", async ({
  visit,
}) => {
  const fan = await visit({ locale: "en-US" });
  const { page, words } = fan;
  await signInQuietly(fan, "nico");
  await visitPage(page, "/");
  const alerts = page.getByRole("region", { name: words("sub_alerts") });
  await expect(alerts).toContainText("Mila");
  await expect(alerts).toContainText("72");
  expect(await alerts.evaluate((card) => getComputedStyle(card).zIndex)).toBe("200");
  await alerts.getByRole("button").click();
  await expect(alerts).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("dismissed_subscriptions"))).toContain("expireAt");
  const profile = page.waitForResponse("**/api/get-main-page-counters").catch(() => null);
  await visitPage(page, "/trending");
  await Promise.race([profile, page.waitForLoadState("networkidle")]);
  await expect(alerts).toHaveCount(0);
});
