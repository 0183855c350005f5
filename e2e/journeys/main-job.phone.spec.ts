import { expect, test } from "../fixtures.ts";
import { comeIn, payAndTip, talk } from "../main-job.ts";

test.use({ locale: "es-CO" });

const desktop = { viewport: { width: 1440, height: 1000 }, isMobile: false, hasTouch: false };

test("R-I18N-02, R-LIVE-23, R-PAY-02, R-PAY-33, R-UI-01: the same on a phone, in Spanish by the browser's language alone", async ({
  visit,
}) => {
  // An account speaks its own language: the model's is English.
  const [fan, model] = [await visit(), await visit({ ...desktop, locale: "en-US" })];
  const login = await comeIn(fan, "chiara");
  await expect(fan.page.locator("html")).toHaveAttribute("lang", "es");
  await talk(fan, model, "chiara", `hola de ${login}`);
  await payAndTip(fan, model, login);
});
