// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { consentText } from "#server/subscriptions/subscriptions.ts";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { SubscribeDialog } from "./SubscribeDialog.tsx";

afterEach(closePage);

const pricing = {
  price_monthly_subscription: 9.99,
  freeTokens: 1_200,
  subscription_enable: true,
  bundles: [],
};

test.each(["en", "es"] as const)(
  "R-OPEN-90: the dialog shows every sentence that is kept as agreed to, and sends the price that was read (%s)",
  async (language) => {
    const sent: unknown[] = [];
    const page = openPage(
      <SubscribeDialog
        model={{ id: 101, name: "Luna" }}
        pricing={pricing}
        subscribed={false}
        onClose={() => undefined}
      />,
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
    const kept = consentText(language, { modelName: "Luna", months: 1, priceCents: 999, freeTokens: 1_200 });
    const shown = (dialog.textContent ?? "").replaceAll(/\s+/g, "");
    for (const sentence of kept.split("\n")) expect(shown).toContain(sentence.replaceAll(/\s+/g, ""));
    await page.user.click(within(dialog).getByRole("checkbox"));
    await page.user.click(within(dialog).getAllByRole("button").at(-1) as HTMLElement);
    await waitFor(() => expect(sent).toEqual([{ modelId: 101, months: 1, price: 9.99 }]));
  },
);

test.each([
  ["en", "Save 10%", "every 3 months (90 days)"],
  ["es", "Ahorra 10 %", "cada 3 meses (90 días)"],
] as const)(
  "a longer term says what it costs a month and in all and what it saves, and has to be agreed to by itself (%s)",
  async (language, saving, term) => {
    const sent: unknown[] = [];
    const bundles = [{ months: 3, price: 26.97 } as const];
    const page = openPage(
      <SubscribeDialog
        model={{ id: 101, name: "Luna" }}
        pricing={{ ...pricing, bundles }}
        subscribed={false}
        onClose={() => undefined}
      />,
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
    const pay = () => page.user.click(within(dialog).getAllByRole("button").at(-1) as HTMLElement);
    await page.user.click(within(dialog).getByRole("checkbox"));
    const [, longer] = within(dialog).getAllByRole("radio");
    await page.user.click(longer as HTMLElement);
    expect((within(dialog).getByRole("checkbox") as HTMLInputElement).checked).toBe(false);
    for (const part of ["$8.99", "$26.97", "$3.00", saving, term]) expect(dialog.textContent).toContain(part);
    const kept = consentText(language, { modelName: "Luna", months: 3, priceCents: 2697, freeTokens: 3_600 });
    const shown = (dialog.textContent ?? "").replaceAll(/\s+/g, "");
    for (const sentence of kept.split("\n")) expect(shown).toContain(sentence.replaceAll(/\s+/g, ""));
    await pay();
    expect(sent).toEqual([]);
    await page.user.click(within(dialog).getByRole("checkbox"));
    await pay();
    await waitFor(() => expect(sent).toEqual([{ modelId: 101, months: 3, price: 26.97 }]));
  },
);
