import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expectAccessibleAroundFrames } from "../accessibility.ts";
import { cards, choosePackage, fillBill, fillHostedCard, openCheckout, placeOrder } from "../checkout.ts";
import { expect, test } from "../fixtures.ts";
import { shownBalance, signUpQuietly, statementOf } from "../people.ts";
import { copyDataDir, startOnFreePort } from "../product.ts";
import { arrive, expectNoSideways, visitPage } from "../visitor.ts";
import { productEnv } from "../worker-product.ts";

const tokens = 100;

test("R-PAY-29, R-OPEN-31: where we take no card numbers they are typed into the gateway's fields; a declined card charges nothing, another goes through, and neither is sent to us", async ({
  browser,
  preparedDir,
}) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-hosted-"));
  copyDataDir(preparedDir, dataDir);
  const product = await startOnFreePort({
    dataDir,
    env: { ...productEnv, RAW_CARDS: "0", DEMO_ROOMS: "luna" },
  });
  try {
    const origin = `http://localhost:${product.port}`;
    const phone = { locale: "es-CO", baseURL: origin, viewport: { width: 390, height: 844 } };
    const fan = await arrive(browser, origin, { ...phone, reducedMotion: "reduce" });
    const { page, words } = fan;
    const sentToUs: string[] = [];
    page.on("request", (request) => {
      const address = new URL(request.url()).pathname;
      if (!address.startsWith("/dev/gateways/"))
        sentToUs.push(`${request.url()} ${request.postData() ?? ""}`);
    });
    await signUpQuietly(fan);
    await visitPage(page, "/");

    await test.step("the gateway's script is away: it is said, nothing can be ordered, and another try brings the fields", async () => {
      await page.route("**/Collect.js", (route) => route.abort());
      await openCheckout(fan);
      await choosePackage(fan, tokens);
      await expect(page.getByText(words("pay_hosted_failed"))).toBeVisible();
      await expect(placeOrder(fan)).toBeDisabled();
      await page.unroute("**/Collect.js");
      await page.getByRole("button", { name: words("pay_hosted_again") }).click();
      await expect(page.getByText(words("pay_hosted_note"))).toBeVisible();
    });

    await test.step("what is wrong is said beside its field", async () => {
      await fillHostedCard(fan, "4242424242424241");
      await page.getByLabel(words("pay_card_holder")).focus();
      await expect(page.getByRole("alert")).toContainText(words("pay_error_card_number_invalid"));
      await fillBill(fan);
      await expect(placeOrder(fan)).toBeDisabled();
      await expectAccessibleAroundFrames(page, "checkout with the gateway's fields");
      await expectNoSideways(fan, "checkout with the gateway's fields");
    });

    await test.step("a declined card charges nothing and keeps the form; another pays once", async () => {
      await fillHostedCard(fan, cards.declines);
      await placeOrder(fan).click();
      await expect(page.getByRole("dialog").getByRole("alert")).toContainText("rechazado");
      await expect(page.getByLabel(words("pay_card_holder"))).toHaveValue("Jo Example");
      expect(await statementOf(fan)).toEqual([]);
      await fillHostedCard(fan, cards.approves);
      await placeOrder(fan).dblclick();
      await expect(page.getByRole("heading", { name: words("pay_done_title", { tokens }) })).toBeVisible();
      await expect(shownBalance(fan)).toHaveText(String(tokens));
      expect((await statementOf(fan)).map((row) => row.tokens)).toEqual([tokens]);
    });

    const leaks = sentToUs.filter((request) => /4242424242424242|4000000000000002|card_cvc/.test(request));
    expect(leaks).toEqual([]);
    expect(sentToUs.some((request) => request.includes("payment_token"))).toBe(true);
    await page.context().close();
  } finally {
    await product.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
