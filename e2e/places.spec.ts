import { expect, test } from "./fixtures.ts";
import { type Visitor, visitPage } from "./visitor.ts";

const footerOf = ({ page }: Visitor) => page.getByRole("contentinfo");
const headerOf = ({ page }: Visitor) => page.getByRole("banner").first();

/** Private pages: address, heading, whether the footer is shown. */
const pages = [
  ["/favorites-models", "nav_favorites", true],
  ["/subscription-models", "nav_subscriptions", true],
  ["/my-videos", "nav_my_videos", true],
  ["/chat", "nav_chat", false],
  ["/chat/5", "nav_chat", false],
  ["/promo-stream/abc", "promo_unknown_title", false],
] as const;

test("R-AUTH-36, R-ROLE-04: each of a fan's pages leads a guest to the login, whose page it returns to", async ({
  visit,
}) => {
  const guest = await visit();
  for (const path of [...pages.map(([address]) => address), "/settings", "/stream/aria"]) {
    await guest.page.goto(path);
    await expect(guest.page).toHaveURL(/\/login$/);
    const back = (await guest.page.context().cookies()).find(({ name }) => name === "routeBack");
    expect(decodeURIComponent(back?.value ?? "")).toBe(path);
  }
});

const older = [
  ["R-ROUTE-14", "/auth/Login?x=1#a", "/login?x=1#a"],
  ["R-ROUTE-15", "/auth/Register?referrer=7", "/register?referrer=7"],
  ["R-ROUTE-29", "/fan/PaymentRequest?id=t1", "/payment-request?id=t1"],
  ["R-ROUTE-36", "/fan/Billing/Directa24/CancelledPayment?id=t1", "/directa/cancelled-payment?id=t1"],
  ["R-ROUTE-37", "/fan/Billing/Directa24/FailedPayment?id=t1", "/directa/failed-payment?id=t1"],
  ["R-ROUTE-38", "/fan/Billing/Directa24/SuccessfulPayment?id=t1", "/directa/successful-payment?id=t1"],
  ["R-OPEN-22", "/global/TermsOfService?x=1#part", "/terms-of-service?x=1#part"],
  ["R-OPEN-22", "/GLOBAL/videochatrooms?x=1", "/?x=1"],
] as const;

for (const [row, from, to] of older)
  test(`${row}, R-AMB-14, R-AMB-19: ${from} leads to ${to}`, async ({ visit, baseURL }) => {
    const guest = await visit();
    await guest.page.goto(from);
    await expect(guest.page).toHaveURL(`${baseURL}${to}`);
    await expect(guest.page.getByText(guest.words("error_not_found"))).toHaveCount(0);
  });

test("R-OPEN-22: an older address that never was answers 404", async ({ request }) => {
  for (const path of ["/global/x", "/fan/Nothing", "/auth/Nothing"])
    expect((await request.get(path, { headers: { accept: "text/html" } })).status(), path).toBe(404);
});

for (const locale of ["en-GB", "es-CO"])
  test(`R-ROUTE-07, R-ROUTE-08, R-ROUTE-09, R-ROUTE-10: the regional provider's result pages are public, without a footer (${locale})`, async ({
    visit,
  }) => {
    const guest = await visit({ locale });
    for (const [path, title] of [
      ["/directa/failed-payment", "result_failed"],
      ["/directa/cancelled-payment?id=t1", "result_cancelled"],
      ["/directa/successful-payment", "result_completed"],
      ["/payment-request", "pay_return_missing"],
    ] as const) {
      await visitPage(guest.page, path);
      await expect(guest.page.getByRole("heading", { level: 1, name: guest.words(title) })).toBeVisible();
      await expect(footerOf(guest)).toHaveCount(0);
    }
  });

test("R-NAV-25: a guest's header has login, register and a language switcher", async ({ visit }) => {
  const guest = await visit();
  await visitPage(guest.page, "/terms-of-service");
  const header = headerOf(guest);
  await expect(header.getByRole("link", { name: guest.words("nav_login") })).toHaveAttribute(
    "href",
    "/login",
  );
  await expect(header.getByRole("link", { name: guest.words("nav_register") })).toHaveAttribute(
    "href",
    "/register",
  );
  await expect(
    header.getByRole("button", { name: guest.words("nav_language_is", { name: "English" }) }),
  ).toBeVisible();
});
