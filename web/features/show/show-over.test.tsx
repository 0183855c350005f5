// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { receiptOf, showOf } from "#testing/web/show.ts";
import { useBalance } from "#web/lib/session/viewer.ts";
import { ShowOver } from "./ShowOver.tsx";

afterEach(closePage);

const receipt = "GET /api/fan/shows/{id}/receipt";

test("R-OPEN-63: who is charged the minimum is shown that, and nobody whose seconds cost as much", async () => {
  const end = (tokens: number, minimum: number) => {
    const show = showOf({ state: "ended", served_seconds: 20, rate: 60, spent: tokens, minimum });
    const steps = [{ from: show.started_at, seconds: 20, rate: 60, tokens: 20 }];
    const answers = { [receipt]: receiptOf(show, { steps, minimum, tokens }) };
    openPage(<ShowOver over={{ show, reason: "fan_left" }} name="Luna" onClose={() => {}} />, answers);
    return screen.findByText("$4.00");
  };
  await end(45, 45);
  expect(screen.getByText("You paid the agreed minimum of 45 tokens.")).toBeTruthy();
  closePage();
  await end(20, 20);
  expect(screen.queryByText(/agreed minimum/)).toBeNull();
});

test.each([
  ["en", 1, "1 token$0.04"],
  ["es", 1, "1 token$0.04"],
  ["es", 1_200, "1.200 tokens$0.04"],
] as const)(
  "R-OPEN-43: the end of a show values what was spent as its receipt does, and counts it (%s, %i)",
  async (language, spent, sum) => {
    const show = showOf({ state: "ended", spent });
    const answers = {
      [receipt]: receiptOf(show, { tokens: spent, money: { amount: 0.04, currency: "USD" } }),
      "GET /api/token-packages": {
        success: true,
        data: { packages: [{ id: 1, tokens: 100, price: 10 }], promo: null },
      } as never,
    };
    openPage(<ShowOver over={{ show, reason: "fan_left" }} name="Luna" onClose={() => {}} />, answers, {
      language,
    });
    expect((await screen.findByText("$0.04")).closest("dd")?.textContent).toBe(sum);
  },
);

test("R-OPEN-66: nothing is said of a free look whose room is public by now, and it is not asked about later", () => {
  const onClose = vi.fn();
  const look = showOf({
    state: "ended",
    role: "spy",
    free_seconds: 10,
    cap: { tokens: 1, seconds: 10 },
    spent: 0,
    served_seconds: 10,
  });
  openPage(<ShowOver over={{ show: look, reason: "cap_reached" }} name="Luna" onClose={onClose} />, {});
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ["en", "Your free look is over, and you’re out of tokens.", "Get tokens"],
  ["es", "Tu vistazo gratis terminó y no te alcanzan los tokens.", "Comprar tokens"],
] as const)(
  "R-OPEN-66: who agreed to pay after a free look and has no tokens is shown that (%s)",
  (language, why, topUp) => {
    const show = showOf({ state: "ended", role: "spy", spent: 0, served_seconds: 10 });
    const over = { show, reason: "out_of_tokens" as const };
    openPage(<ShowOver over={over} name="Luna" onClose={() => {}} />, {}, { language });
    expect(screen.getByText(why)).toBeTruthy();
    expect(screen.getByRole("button", { name: topUp })).toBeTruthy();
  },
);

test.each([
  ["en", "Luna is back in public.", "OK"],
  ["es", "Luna volvió al modo público.", "Aceptar"],
] as const)(
  "R-LIVE-30, R-OPEN-71: a fan is shown that the model went back to public, what it cost, and where the receipt is (%s)",
  async (language, why, ok) => {
    const onClose = vi.fn();
    const show = showOf({ state: "ended", served_seconds: 75, spent: 75 });
    const over = { show, reason: "model_ended" as const };
    const { user } = openPage(<ShowOver over={over} name="Luna" onClose={onClose} />, {}, { language });
    expect(screen.getByText(why)).toBeTruthy();
    expect(screen.getByText("01:15")).toBeTruthy();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/receipts/5");
    await user.click(screen.getByRole("button", { name: ok }));
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test.each([
  [59, "Buy 100 tokens · $10.00"],
  [0, "Buy 100 tokens · $10.00"],
  [60, null],
] as const)(
  "R-OPEN-65: who has %i tokens left after a show at 60 a minute is offered the package %s for a next one",
  async (balance, offered) => {
    const packages = [
      { id: 1, tokens: 100, price: 10 },
      { id: 2, tokens: 500, price: 40 },
    ];
    const show = showOf({ state: "ended", rate: 60 });
    openPage(<ShowOver over={{ show, reason: "fan_left" }} name="Luna" onClose={() => {}} />, {
      "GET /api/fan/profile": fanProfile({ balance }),
      [receipt]: receiptOf(show),
      "GET /api/token-packages": { success: true, data: { packages, promo: null } } as never,
    });
    await screen.findByText("$4.00");
    const button = () => screen.queryByRole("button", { name: /^Buy / })?.textContent ?? null;
    await waitFor(() => expect(button()).toBe(offered));
  },
);

test.each([
  ["a free show", showOf({ state: "ended", role: "promo", mode: "promo", rate: 0, spent: 0 }), "used_up"],
  ["a ban", showOf({ state: "ended" }), "banned"],
  ["the last token of a spending limit", showOf({ state: "ended" }), "limit_reached"],
] as const)("R-OPEN-65: after %s nothing is sold to a fan without tokens", async (_what, show, reason) => {
  openPage(
    <>
      <ShowOver over={{ show, reason }} name="Luna" onClose={() => {}} />
      <Balance />
    </>,
    { "GET /api/fan/profile": fanProfile({ balance: 0 }) },
  );
  await screen.findByText("has 0");
  expect(screen.queryByRole("button", { name: /^Get / })).toBeNull();
});

const Balance = () => <p>has {useBalance() ?? "no balance yet"}</p>;
