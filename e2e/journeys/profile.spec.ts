import { expect, test } from "../fixtures.ts";
import { mailsTo, newestLink } from "../mailbox.ts";
import { newcomer, shownBalance, signUpQuietly } from "../people.ts";
import { endStream, goLive, turnCameraOn } from "../studio.ts";
import { type Visitor, visitPage } from "../visitor.ts";

const heart = ({ page, words }: Visitor, name: string) =>
  page.getByRole("main").getByRole("button", { name: words("home_favourite", { name }) });
const watch = ({ page, words }: Visitor) => page.getByRole("link", { name: words("profile_watch") });

/** Follows the link that a new account was mailed, in another browser: the page of the account knows nothing of it. */
async function proveAddress(mailProgram: Visitor, email: string): Promise<void> {
  const answer = await mailProgram.page.request.get(await newestLink(mailProgram, email, 1));
  expect(answer.status()).toBe(200);
}

/** A model of the test's own, who has never been live. */
async function newModel(visit: () => Promise<Visitor>) {
  const model = await visit();
  const person = await signUpQuietly(model, newcomer(), { model: true, accept_creator_agreement: true });
  return { model, login: person.login };
}

test("R-ROUTE-06, R-PROFILE-01, R-PROFILE-02, R-PROFILE-05, R-PROFILE-12: a guest reads a model's page in their language", async ({
  visit,
}) => {
  const guest = await visit({ locale: "es-CO" });
  const { page, words } = guest;
  await visitPage(page, "/rosa");
  await expect(page.getByRole("heading", { level: 1, name: "Rosa" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(
    page.getByText(guest.language === "es" ? /^Vallenato de día/ : /^Vallenato by day/),
  ).toBeVisible();
  const rates = page.getByRole("region", { name: words("profile_rates") });
  await expect(rates.getByRole("definition").first()).toHaveText(/35 tokens\/min.*[$]\d/s);
  await expect(page.getByRole("group", { name: words("nav_gender") })).toHaveCount(0);
  const route = await page.evaluate("__reactRouterDataRouter.state.matches.at(-1).route.id");
  expect(route).toBe("ModelProfile");
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", /^Rosa, /);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/rosa$/);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});

test("R-PROFILE-01, R-ROUTE-34, R-OPEN-23, R-AMB-15: a model has one address, and a name that nobody has is not found", async ({
  visit,
  request,
}) => {
  const guest = await visit();
  const { page, words } = guest;
  guest.problems.expect(/404/);
  const { id } = (await (await request.get("/api/model-profile/rosa")).json()) as { id: number };
  for (const address of [
    `/${id}`,
    "/Rosa",
    "/rosa/",
    "/global/ModelProfile?slug=rosa",
    "/global/ModelProfile/rosa",
  ]) {
    await visitPage(page, address);
    await expect(page.getByRole("heading", { level: 1, name: "Rosa" })).toBeVisible();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/rosa$/);
  }
  for (const nobody of ["/nobodyatall", "/no.body", "/999999999"]) {
    expect((await request.get(nobody)).status(), nobody).toBe(404);
    await visitPage(page, nobody);
    await expect(page.getByRole("heading", { level: 1, name: words("error_not_found") })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${nobody}$`));
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  }
});

test("R-PROFILE-06, R-PROFILE-07, R-PROFILE-12, R-AMB-46: a guest's heart is set once they have signed in, and taken back", async ({
  visit,
}) => {
  const guest = await visit();
  const { page, words } = guest;
  const person = await signUpQuietly(guest, newcomer());
  await page.context().clearCookies({ name: /^(token|fan_id)$/ });
  const calls: string[] = [];
  page.on("request", (call) => /liked-model/.test(call.url()) && calls.push(new URL(call.url()).pathname));
  await visitPage(page, "/rosa");
  await heart(guest, "Rosa").click();
  await expect(page).toHaveURL(/\/login$/);
  expect(calls).toEqual([]);
  await page.getByLabel(words("auth_user")).fill(person.login);
  await page.getByLabel(words("auth_password"), { exact: true }).fill(person.password);
  await page
    .getByRole("main")
    .getByRole("button", { name: words("auth_login_submit") })
    .click();
  await expect(page).toHaveURL(/\/rosa$/);
  await expect(heart(guest, "Rosa")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => calls).toEqual(["/api/fan/liked-model"]);
  await visitPage(page, "/favorites-models");
  const card = page.getByTestId("room-rosa");
  await card.getByRole("link").click();
  await expect(page).toHaveURL(/\/rosa$/);
  const taken = page.waitForResponse(/disliked-model/);
  await heart(guest, "Rosa").click();
  expect((await taken).status()).toBe(200);
  await visitPage(page, "/favorites-models");
  await expect(page.getByRole("heading", { name: words("favorites_empty_title") })).toBeVisible();
});

test("R-PROFILE-09, R-ERR-30, R-OPEN-76: a fan tips a model who is not live from her page, and no more than there is", async ({
  visit,
}) => {
  const fan = await visit();
  const { page, words } = fan;
  const { email } = await signUpQuietly(fan);
  // A proved address brings five tokens.
  await proveAddress(await visit(), email);
  await visitPage(page, "/rosa");
  await expect(shownBalance(fan)).toHaveText("5");
  const tipButton = page.getByRole("button", { name: words("profile_tip") });
  const sheet = page.getByRole("dialog");
  const amount = sheet.getByRole("textbox", { name: words("tip_amount_label") });
  await tipButton.click();
  await amount.fill("3");
  await sheet.getByRole("button", { name: words("tip_send", { count: 3, amount: 3 }) }).click();
  await expect(page.getByText(words("tip_toast", { count: 3, amount: 3, name: "Rosa" }))).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expect(shownBalance(fan)).toHaveText("2");
  await tipButton.click();
  await amount.fill("3");
  await expect(sheet.getByRole("alert")).toHaveText(words("tip_too_few", { count: 1, amount: 1 }));
  await expect(sheet.getByRole("button", { name: words("tip_top_up") })).toBeVisible();
});

test("R-NAV-08: the page is shared where the device knows how, and nowhere else", async ({ visit }) => {
  const plain = await visit();
  await plain.page.addInitScript("Object.defineProperty(Navigator.prototype, 'share', { value: undefined })");
  const share = ({ page, words }: Visitor) =>
    page.getByRole("button", { name: words("profile_share", { name: "Rosa" }) });
  await visitPage(plain.page, "/rosa");
  await expect(share(plain)).toHaveCount(0);
  const able = await visit();
  await able.page.addInitScript(
    "window.shared = []; Object.defineProperty(Navigator.prototype, 'share', { value: async (what) => void shared.push(what) })",
  );
  await visitPage(able.page, "/rosa");
  await share(able).click();
  await expect.poll(() => able.page.evaluate("shared[0]?.url")).toBe(new URL("/rosa", able.page.url()).href);
  await visitPage(able.page, "/trending");
  await expect(share(able)).toHaveCount(0);
});

test("R-PROFILE-11, R-LIVE-01: an offline model's page turns live without a reload and leads to her room", async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const { model, login } = await newModel(() => visit());
  const fan = await visit();
  await signUpQuietly(fan);
  await visitPage(fan.page, `/${login}`);
  await expect(fan.page.getByRole("heading", { level: 1, name: login })).toBeVisible();
  await expect(watch(fan)).toHaveCount(0);
  await fan.page.evaluate("window.sameDocument = true");
  await visitPage(model.page, "/model/update-model-profile");
  await turnCameraOn(model);
  await goLive(model);
  await expect(watch(fan)).toHaveAttribute("href", `/stream/${login}`);
  expect(await fan.page.evaluate("window.sameDocument")).toBe(true);
  await watch(fan).click();
  await expect(fan.page).toHaveURL(new RegExp(`/stream/${login}$`));
  await fan.page.getByRole("heading", { level: 1 }).getByRole("link", { name: login }).click();
  await expect(watch(fan)).toBeVisible();
  await endStream(model);
  await expect(watch(fan)).toHaveCount(0);
});

test("R-PROFILE-10, R-OPEN-78: a guest asks to be told, signs in, and is told once when the model goes live; the mail's way off ends it", async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const { model, login } = await newModel(() => visit());
  const fan = await visit();
  const { page, words } = fan;
  const person = await signUpQuietly(fan);
  await proveAddress(await visit(), person.email);
  await page.context().clearCookies({ name: /^(token|fan_id)$/ });
  await visitPage(page, `/${login}`);
  const bell = page.getByRole("switch", { name: words("profile_notify", { name: login }) });
  await bell.click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel(words("auth_user")).fill(person.login);
  await page.getByLabel(words("auth_password"), { exact: true }).fill(person.password);
  await page
    .getByRole("main")
    .getByRole("button", { name: words("auth_login_submit") })
    .click();
  await expect(page).toHaveURL(new RegExp(`/${login}$`));
  await expect(page.getByText(words("profile_notify_on", { name: login }))).toBeVisible();
  await expect(bell).toBeChecked();
  await visitPage(page, "/trending");
  await visitPage(model.page, "/model/update-model-profile");
  await turnCameraOn(model);
  await goLive(model);
  await expect(page.getByText(words("profile_went_live", { name: login }))).toBeVisible();
  await expect.poll(async () => (await mailsTo(fan, person.email)).length).toBe(2);
  const mail = (await mailsTo(fan, person.email))[1];
  expect(mail?.text).toContain(`/stream/${login}`);
  await endStream(model);
  const off = new URL(/https?:\/\/\S+\/stop-notices\/\S+/.exec(mail?.text ?? "")?.[0] ?? "").pathname;
  await visitPage(page, off);
  await page.getByRole("button", { name: words("notices_stop") }).click();
  await expect(
    page.getByRole("heading", { name: words("notices_off_title", { name: login }) }),
  ).toBeVisible();
  await page.getByRole("link", { name: words("notices_back", { name: login }) }).click();
  await expect(bell).not.toBeChecked();
});
