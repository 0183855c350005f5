// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, inTurn } from "#testing/component/page.tsx";
import { openCheckout, order, proceed, radio } from "#testing/web/checkout/checkout.tsx";
import { packages, promo } from "#testing/web/checkout/packages.ts";

afterEach(() => {
  vi.useRealTimers();
  closePage();
});

const list = "GET /api/token-packages";
const rest = {
  descriptor: "FNL",
  open: true,
  card: "fields",
  hosted_fields: null,
  regional_countries: [],
  saves_cards: false,
  retry_after: null,
};
const answer = (data: object) => ({ status: 200, body: { success: true, data: { ...rest, ...data } } });
/** As the server lists them while the offer can be bought, and afterwards. */
const offered = () => {
  const expires_at = new Date(Date.now() + 720_000).toISOString();
  const without = packages.filter(({ tokens }) => tokens !== promo.tokens);
  return answer({ packages: without, promo: { ...promo, expires_at } });
};
const over = answer({ packages, promo: null });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const timer = () => screen.findByRole("timer", { name: "Time left" });

test.each([
  ["en", "Time left", "Get Tokens", "The offer ended. The pack is back at its usual price."],
  ["es", "Tiempo restante", "Comprar tokens", "La oferta terminó. El paquete vuelve a su precio normal."],
] as const)(
  "R-PAY-43, R-PAY-44, R-PAY-45: at 0 the chosen offer is gone without a reload, and the 250 pack is back at its list price (%s)",
  async (language, left, get, text) => {
    const timer = () => screen.findByRole("timer", { name: left });
    const proceed = () => screen.getByRole("button", { name: get });
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    const open = offered();
    const page = openCheckout({ language, answers: { [list]: inTurn(open, over) } });
    expect((await timer()).textContent).toBe("12:00");
    await page.user.click(radio(/^-20%, 250 Tokens/));
    expect(proceed()).toHaveProperty("disabled", false);
    pass(719_000);
    expect((await timer()).textContent).toBe("00:01");
    expect(screen.queryByRole("radio", { name: /^250 Tokens/ })).toBeNull();
    pass(1_000);
    expect(screen.queryByRole("timer")).toBeNull();
    const pack = await screen.findByRole("radio", { name: /^250 Tokens.*\$24\.99/ });
    expect(pack).toHaveProperty("checked", false);
    expect(proceed()).toHaveProperty("disabled", true);
    expect(page.toasts()).toEqual([text]);
  },
);

test("R-PAY-45: an offer that ends over the card form cannot be ordered any more; the fan is led back to the packages", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const page = openCheckout({ answers: { [list]: inTurn(offered(), over) } });
  await timer();
  await page.user.click(radio(/^-20%, 250 Tokens/));
  await page.user.click(proceed());
  expect(order().textContent).toContain("17.99");
  pass(720_000);
  await screen.findByRole("radio", { name: /^250 Tokens/ });
  expect(screen.queryByText(/^Place your order/)).toBeNull();
  expect(page.callsOf("POST /api/payments/process")).toEqual([]);
});

test("R-PAY-45: a checkout that is opened again goes on with the same countdown", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const open = offered();
  const first = openCheckout({ answers: { [list]: inTurn(open) } });
  await timer();
  pass(100_000);
  first.close();
  openCheckout({ answers: { [list]: inTurn(open) } });
  expect((await timer()).textContent).toBe("10:20");
});

test.each([
  ["an hour ahead", 3_600_000],
  ["an hour behind", -3_600_000],
])(
  "R-PAY-43, R-PAY-45: on a device whose clock is %s the offer counts down the server's seconds",
  async (_how, wrongByMs) => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    const expires_at = new Date(Date.now() - wrongByMs + 720_000).toISOString();
    const open = answer({ packages: [], promo: { ...promo, expires_at, seconds_left: 720 } });
    openCheckout({ answers: { [list]: inTurn(open, over) } });
    expect((await timer()).textContent).toBe("12:00");
    pass(719_000);
    expect((await timer()).textContent).toBe("00:01");
    pass(1_000);
    await screen.findByRole("radio", { name: /^250 Tokens/ });
  },
);

test("R-PAY-43: on a machine whose clock is ahead the 250 pack is back as soon as the server lists it", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const open = offered();
  const page = openCheckout({ answers: { [list]: inTurn(open, open, over) } });
  await timer();
  pass(720_000);
  await waitFor(() => expect(page.callsOf(list)).toHaveLength(2));
  expect(screen.queryByRole("radio", { name: /^250 Tokens/ })).toBeNull();
  pass(2_000);
  await screen.findByRole("radio", { name: /^250 Tokens/ });
});
