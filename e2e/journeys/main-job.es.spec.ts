import { expect, test } from "../fixtures.ts";
import { comeIn, payAndTip, talk } from "../main-job.ts";

test.use({ locale: "es-CO" });

test("R-I18N-02, R-LIVE-23, R-LIVE-25, R-PAY-02, R-PAY-33: the same in Spanish, from the browser's language alone", async ({
  visit,
}) => {
  const fan = await visit();
  const login = await comeIn(fan, "yuki");
  await expect(fan.page.locator("html")).toHaveAttribute("lang", "es");
  await talk(fan, await visit(), "yuki", `hola de ${login}`);
  // An account speaks its own language: hers is English.
  await payAndTip(fan, await visit({ locale: "en-US" }), "yuki", login);
});
