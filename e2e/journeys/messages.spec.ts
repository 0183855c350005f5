import { expect, test } from "../fixtures.ts";
import {
  bubble,
  chatEntry,
  expectUnread,
  fieldTo,
  messageModel,
  openChatQuietly,
  openFansChat,
  writeTo,
} from "../inbox.ts";
import { signInQuietly, signUpQuietly } from "../people.ts";
import { largePicture } from "../picture.ts";
import { visitPage } from "../visitor.ts";

const noor = { login: "noor", name: "Noor" };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

test("R-CHAT-16, R-CHAT-20, R-CHAT-21, R-CHAT-22, R-ERR-32: a fan and a model write to each other, see each other write and read, and take back; a message that comes elsewhere brings a notice, is counted and opened", async ({
  visit,
}) => {
  const [fan, model] = [await visit(), await visit()];
  const { login } = await signUpQuietly(fan);
  await signInQuietly(model, noor.login);
  const chatId = await messageModel(fan, noor.login, noor.name);

  await test.step("what the fan writes is there once, and waits for the model", async () => {
    await writeTo(fan, noor.name, "Is the pedal part at the end?");
    await expect(bubble(fan, "pedal part")).toHaveCount(1);
    await expect(bubble(fan, "pedal part")).toContainText(fan.words("inbox_delivered"));
    await visitPage(model.page, "/model/chats");
    await expect(model.page.getByTestId("chat-list").getByRole("link", { name: login })).toContainText(
      model.words("inbox_unread", { count: 1 }),
    );
  });

  await test.step("the model opens the chat, and the fan sees that they have read it", async () => {
    await openFansChat(model, login);
    await expect(bubble(model, "pedal part")).toBeVisible();
    await expect(bubble(fan, "pedal part")).toContainText(fan.words("inbox_read"));
  });

  await test.step("while the model writes the fan sees it; then the message stands there once", async () => {
    const typing = fan.page.getByText(fan.words("inbox_typing_who", { name: noor.name }));
    await Promise.all([
      typing.waitFor({ state: "attached" }),
      fieldTo(model, login).pressSequentially("It is on page three", { delay: 60 }),
    ]);
    await fieldTo(model, login).press("Enter");
    await expect(bubble(fan, "page three")).toHaveCount(1);
    await expect(typing).toHaveCount(0);
    await expect(bubble(model, "page three")).toContainText(model.words("inbox_read"));
  });

  await test.step("after a reload everything is where it was", async () => {
    await visitPage(fan.page, `/chat/${chatId}`);
    await expect(bubble(fan, "pedal part")).toContainText(fan.words("inbox_read"));
    await expect(bubble(fan, "page three")).toHaveCount(1);
  });

  await test.step("a message is taken back for both; a deleted chat leaves the list and comes back with a new message", async () => {
    await writeTo(fan, noor.name, "This stays");
    await writeTo(fan, noor.name, "This was a mistake");
    await expect(bubble(model, "a mistake")).toBeVisible();

    await bubble(fan, "a mistake").hover();
    await bubble(fan, "a mistake")
      .getByRole("button", { name: fan.words("inbox_delete_message") })
      .click();
    const dialog = fan.page.getByRole("dialog");
    await dialog.getByRole("button", { name: fan.words("inbox_delete"), exact: true }).click();
    await expect(bubble(fan, "a mistake")).toHaveCount(0);
    await expect(bubble(model, "a mistake")).toHaveCount(0);
    await expect(bubble(model, "This stays")).toBeVisible();

    await fan.page.getByRole("button", { name: fan.words("inbox_more") }).click();
    await fan.page.getByRole("button", { name: fan.words("inbox_delete_chat") }).click();
    await dialog.getByRole("button", { name: fan.words("inbox_delete"), exact: true }).click();
    await expect(fan.page.getByText(fan.words("inbox_chat_deleted"))).toBeVisible();
    await expect(fan.page).toHaveURL(/\/chat$/);
    const row = fan.page.getByTestId("chat-list").getByRole("link", { name: noor.name });
    await expect(row).toHaveCount(0);
    await writeTo(model, login, "Are you still there?");
    await expect(row).toContainText("Are you still there?");
  });

  await visitPage(model.page, `/model/chats/${chatId}`);
  await visitPage(fan.page, `/chat/${chatId}`);
  await expect(bubble(fan, "Are you still there?")).toBeVisible();
  await visitPage(fan.page, "/trending");
  await expectUnread(fan, 0);
  const notices = fan.page.getByRole("region", { name: fan.words("common_notices") });
  const open = notices.getByRole("button", { name: fan.words("inbox_news_open", { name: noor.name }) });

  await test.step("the X takes the notice away, and nothing else", async () => {
    // A notice lasts five seconds: on a busy machine another one is needed.
    await expect(async () => {
      await writeTo(model, login, "A first answer");
      await expect(open.first()).toBeVisible();
      await expect(notices).toContainText("A first answer", { timeout: 1_000 });
      await notices
        .getByRole("button", { name: fan.words("common_close") })
        .first()
        .click({ timeout: 2_000 });
    }).toPass();
    await expect(open).toHaveCount(0);
    await expect(fan.page).toHaveURL(/\/trending$/);
    await expect(chatEntry(fan)).toContainText(/[1-9]/);
  });

  await test.step("a press on the notice opens the chat, which is read then", async () => {
    await expect(async () => {
      await writeTo(model, login, "A second answer");
      await open.first().click({ timeout: 4_000 });
    }).toPass();
    await expect(fan.page).toHaveURL(new RegExp(`/chat/${chatId}$`));
    await expect(bubble(fan, "A second answer").first()).toBeVisible();
    await expect(open).toHaveCount(0);
    await expectUnread(fan, 0);
  });

  await test.step("in the open chat there is no notice", async () => {
    await writeTo(model, login, "A third answer");
    await expect(bubble(fan, "A third answer")).toBeVisible();
    await expect(bubble(model, "A third answer")).toContainText(model.words("inbox_read"));
    await expect(open).toHaveCount(0);
    await expectUnread(fan, 0);
  });
});

test("R-OPEN-76, R-CHAT-07, R-CHAT-08: on a Spanish phone a tip stands in the chat of the two, and a picture arrives though the line breaks amid it", async ({
  visit,
}) => {
  const [fan, model] = [await visit({ locale: "es-CO", ...phone }), await visit()];
  await signInQuietly(fan, "sofia");
  await signInQuietly(model, noor.login);
  const chatId = await openChatQuietly(fan, noor.login);
  const { page, words } = fan;
  await visitPage(page, `/chat/${chatId}`);

  await test.step("the fan gives ten tokens with a note; the line stands for both, also after a reload", async () => {
    await page.getByRole("button", { name: words("inbox_spend") }).click();
    await page.getByRole("button", { name: words("inbox_spend_tip") }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "10", exact: true }).click();
    await sheet.getByRole("textbox", { name: words("tip_note") }).fill("Para el bis");
    await expect(sheet.getByText(words("tip_anonymous"))).toHaveCount(0);
    await sheet.getByRole("button", { name: words("tip_send", { count: 10, amount: "10" }) }).click();
    await expect(sheet).toHaveCount(0);
    const given = words("inbox_tip_you", { count: 10, amount: "10" });
    await expect(bubble(fan, "Para el bis")).toContainText(given);
    await visitPage(model.page, "/model/chats");
    await openFansChat(model, "sofia");
    await expect(bubble(model, "Para el bis")).toContainText(
      model.words("inbox_tip_by", { name: "sofia", count: 10, amount: "10" }),
    );
    await visitPage(page, `/chat/${chatId}`);
    await expect(bubble(fan, "Para el bis")).toContainText(given);
    await expect(
      bubble(fan, "Para el bis").getByRole("button", { name: words("inbox_delete_message") }),
    ).toHaveCount(0);
  });

  await test.step("the line breaks amid a picture of some megabytes: it goes on without a press, and the picture arrives once", async () => {
    fan.problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|WebSocket/);
    // The photos origin takes no header of ours beside the product's.
    await page.context().setExtraHTTPHeaders({});
    const parts: string[] = [];
    await page.route("**/api/uploads/*", async (route) => {
      const method = route.request().method();
      parts.push(method);
      // Of the first part nothing arrives.
      if (parts.length === 1) await route.abort("connectionreset");
      else await route.continue();
    });
    await page
      .getByLabel(words("inbox_attach"))
      .first()
      .setInputFiles(await largePicture());
    const shown = page.getByRole("dialog");
    await expect(shown.getByRole("img", { name: words("inbox_send_file_preview") })).toBeVisible();
    await shown.getByRole("button", { name: words("inbox_send"), exact: true }).click();
    const own = page.getByRole("button", { name: new RegExp(words("inbox_own_picture")) });
    await expect(own).toHaveCount(1);
    const received = model.page.getByRole("button", {
      name: new RegExp(model.words("inbox_picture_of", { name: "sofia" })),
    });
    await expect(received).toHaveCount(1);
    expect(parts.slice(0, 3), "broken off, asked how much has come, gone on").toEqual([
      "PATCH",
      "HEAD",
      "PATCH",
    ]);
  });
});
