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
