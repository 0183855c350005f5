// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { SubscriptionPlan } from "#contract/subscriptions.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { SubscriptionDialog } from "./SubscriptionDialog.tsx";

afterEach(closePage);

const plan: SubscriptionPlan = {
  ...{ price_monthly_subscription: 9.99, freeTokens: 0, subscription_enable: true, bundles: [] },
  ...{ prices: [9.99, 14.99], bundle_prices: [], asks_subscribers: false, available: true, subscribers: 0 },
};

test.each([
  ["1.000", 1_000],
  ["10,000", 10_000],
])("the tokens of every payment may be typed as %s", async (typed, freeTokens) => {
  const store = "POST /api/studio/subscription";
  const page = openPage(<SubscriptionDialog plan={plan} onClose={vi.fn()} />, { [store]: plan });
  const field = await screen.findByRole("textbox");
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  for (const wrong of ["10.001", "1.5", ""]) {
    await page.user.clear(field);
    if (wrong) await page.user.type(field, wrong);
    expect(save.disabled, wrong).toBe(true);
  }
  await page.user.clear(field);
  await page.user.type(field, typed);
  await page.user.click(save);
  await waitFor(() => expect(page.callsOf(store).map(({ body }) => body)).toMatchObject([{ freeTokens }]));
});

test.each([
  ["en", "Save", "Saved"],
  ["es", "Guardar", "Guardado"],
] as const)(
  "what a subscription costs is said to be saved, and nothing else is (%s)",
  async (language, save, said) => {
    const onClose = vi.fn();
    const page = openPage(
      <SubscriptionDialog plan={plan} onClose={onClose} />,
      { "POST /api/studio/subscription": plan },
      { language },
    );
    await page.user.click(await screen.findByRole("button", { name: save }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(page.toasts()).toEqual([said]);
  },
);
