import { test } from "../fixtures.ts";
import { comeIn, loadAgain, payAndTip, talk } from "../main-job.ts";

test("R-AUTH-36, R-LIVE-23, R-LIVE-25, R-PAY-02, R-PAY-33: a guest becomes a fan, watches, chats, buys tokens and tips", async ({
  visit,
}) => {
  const [fan, model] = [await visit(), await visit()];
  const login = await comeIn(fan, "aria");
  await talk(fan, model, "aria", `hello from ${login}`);
  await payAndTip(fan, model, login);
  await loadAgain(fan, model, login);
});
