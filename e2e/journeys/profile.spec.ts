import { expectAccessible } from "../accessibility.ts";
import { goLiveByEncoder } from "../encoder.ts";
import { expect, test } from "../fixtures.ts";
import { confirmElsewhere, mailsTo } from "../mailbox.ts";
import { bearer, logIn, signInQuietly, signUpQuietly } from "../people.ts";
import { pressAtOnce } from "../press-at-once.ts";
import { visitPage } from "../visitor.ts";

test("R-PROFILE-06, R-PROFILE-07, R-PROFILE-10, R-PROFILE-11, R-AMB-46: what a guest presses on an offline model's page, in its first frame too, is done once they have signed in; the page turns live without a reload, and the mail's unsubscribe link ends the alerts", async ({
  visit,
}) => {
  const [model, fan] = [await visit(), await visit()];
  const { page, words } = fan;
  // A page that is cut deletes a session that the engine has ended already.
  fan.problems.expect(/answer 404 \(DELETE .*\/whep\//);
  // The demo keeps this model off the air.
  const [login, name] = ["paloma", "Paloma"];
  await signInQuietly(model, login);
  const person = await signUpQuietly(fan);
  await confirmElsewhere(await visit(), person.email);
  const bell = page.getByRole("switch", { name: words("profile_notify", { name }) });
  const heart = page.getByRole("main").getByRole("button", { name: words("home_favourite", { name }) });
  const watch = page.getByRole("main").getByRole("link", { name: words("profile_watch") });
  const calls: string[] = [];
  page.on("request", (call) => /liked-model/.test(call.url()) && calls.push(new URL(call.url()).pathname));

  for (const [press, isDone] of [
    [
      // In the first frame that shows it, before the page has come to life.
      () => pressAtOnce(page, `/${login}`, `main form[action="/favorite"] button`),
      () => expect(heart).toHaveAttribute("aria-pressed", "true"),
    ],
    [() => visitPage(page, `/${login}`).then(() => bell.click()), () => expect(bell).toBeChecked()],
  ] as const)
    await test.step("a guest presses, signs in, is back, and it is done", async () => {
      await page.context().clearCookies({ name: /^(token|fan_id)$/ });
      await press();
      await expect(page).toHaveURL(/\/login$/);
      await logIn(fan, person.login, person.password);
      await expect(page).toHaveURL(new RegExp(`/${login}$`));
      await isDone();
    });
  await expect.poll(() => calls).toEqual(["/api/fan/liked-model"]);
  await expect(watch).toHaveCount(0);
  await page.evaluate("window.sameDocument = true");

  await test.step("the model goes live: the page leads to the room, a notice and a mail report it once", async () => {
    // Said for a few seconds only.
    const notice = page.getByText(words("profile_went_live", { name })).waitFor();
    const [encoder] = await Promise.all([goLiveByEncoder(model, login), notice]);
    await expect(watch).toHaveAttribute("href", `/stream/${login}`);
    expect(await page.evaluate("window.sameDocument")).toBe(true);
    await watch.click();
    await expect(page).toHaveURL(new RegExp(`/stream/${login}$`));
    await page.getByRole("heading", { level: 1 }).getByRole("link", { name }).click();
    await expect(watch).toBeVisible();
    await expect.poll(async () => (await mailsTo(fan, person.email)).length).toBe(2);
    const stopped = await model.page.request.post("/api/studio/stop", {
      headers: await bearer(model),
      data: {},
    });
    expect(stopped.status()).toBe(200);
    await expect(watch).toHaveCount(0);
    await encoder.stop();
  });

  await test.step("the mail's way off ends it, and the heart is taken back", async () => {
    const mail = (await mailsTo(fan, person.email))[1];
    expect(mail?.text).toContain(`/stream/${login}`);
    await visitPage(
      page,
      new URL(/https?:\/\/\S+\/stop-notices\/\S+/.exec(mail?.text ?? "")?.[0] ?? "").pathname,
    );
    await expectAccessible(page, "stop notices");
    await page.getByRole("button", { name: words("notices_stop") }).click();
    await expect(page.getByRole("heading", { name: words("notices_off_title", { name }) })).toBeVisible();
    await page.getByRole("link", { name: words("notices_back", { name }) }).click();
    await expect(bell).not.toBeChecked();
    const taken = page.waitForResponse(/disliked-model/);
    await heart.click();
    expect((await taken).status()).toBe(200);
  });
});
