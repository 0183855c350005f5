// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { consentText } from "#server/subscriptions/subscriptions.ts";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { SubscribeDialog } from "./SubscribeDialog.tsx";

afterEach(closePage);

const pricing = { price_monthly_subscription: 9.99, freeTokens: 1_200, subscription_enable: true };

test.each(["en", "es"] as const)(
  "R-OPEN-90: the dialog shows every sentence that is kept as agreed to, and sends the price that was read (%s)",
  async (language) => {
    const sent: unknown[] = [];
    const page = openPage(
      <SubscribeDialog model={{ id: 101, name: "Luna" }} pricing={pricing} onClose={() => undefined} />,
      {
        "GET /api/fan/profile": fanProfile(),
        "GET /api/fan/subscription-state/{model_id}": { fanSubscribed: false, subscription: null, pricing },
        "POST /api/fan/subscribe-model": ({ body }) => {
          sent.push(body);
          return { status: 409, body: { message: "changed", code: "price_changed" } };
        },
      },
      { language },
    );
    const dialog = await screen.findByRole("dialog");
    const kept = consentText(language, { modelName: "Luna", priceCents: 999, freeTokens: 1_200 });
    const shown = (dialog.textContent ?? "").replaceAll(/\s+/g, "");
    for (const sentence of kept.split("\n")) expect(shown).toContain(sentence.replaceAll(/\s+/g, ""));
    await page.user.click(within(dialog).getByRole("checkbox"));
    await page.user.click(within(dialog).getAllByRole("button").at(-1) as HTMLElement);
    await waitFor(() => expect(sent).toEqual([{ modelId: 101, price: 9.99 }]));
  },
);
