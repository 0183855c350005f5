// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { riseText } from "#server/subscriptions/rules/price-rise.ts";
import { closePage, fanProfile, openPage, type Reply } from "#testing/component/page.tsx";
import { PriceChangeDialog } from "./PriceChangeDialog.tsx";

afterEach(closePage);

const from = "2099-12-14T12:00:00.000Z";
const subscription = {
  ...({ id: 5, model_id: 101, name: "Luna", avatar: "", months: 1, charge: 9.99 } as const),
  ...{ expire_at: from, canceled_at: null, can_reenable: true },
};
const change = { price: 19.99, freeTokens: 1_200, from };

function openDialog(
  language: "en" | "es",
  answer: (body: unknown) => Reply,
  canceled_at: string | null = null,
) {
  const closed: true[] = [];
  const page = openPage(
    <PriceChangeDialog
      subscription={{ ...subscription, canceled_at }}
      change={change}
      onClose={() => closed.push(true)}
    />,
    {
      "GET /api/fan/profile": fanProfile(),
      "POST /api/fan/agree-to-price": ({ body }) => answer(body),
    },
    { language },
  );
  return { ...page, closed };
}

test.each(["en", "es"] as const)(
  "the dialog shows every sentence that is kept, and agrees to the price that was read only after a tick (%s)",
  async (language) => {
    const sent: unknown[] = [];
    const page = openDialog(language, (body) => {
      sent.push(body);
      return { status: 200, body: { status: "active", subscription } };
    });
    const dialog = within(await screen.findByRole("dialog"));
    const kept = riseText(language, {
      ...({ modelName: "Luna", months: 1, fromCents: 999, toCents: 1_999 } as const),
      ...{ freeTokens: 1_200, from: new Date(from) },
    });
    for (const sentence of kept.split("\n")) expect(dialog.getByText(sentence)).toBeTruthy();
    const agree = dialog.getByRole("button", { name: { en: "Agree", es: "Aceptar" }[language] });
    await page.user.click(agree);
    expect(sent).toEqual([]);
    await page.user.click(dialog.getByRole("checkbox"));
    await page.user.click(agree);
    await waitFor(() => expect(page.closed).toEqual([true]));
    expect(sent).toEqual([{ subscription_id: 5, price: 19.99 }]);
  },
);

test("a price that has changed again is said in the dialog, which stays; who has cancelled is not offered to let it end", async () => {
  const message = "The price changed. Nothing was charged.";
  const page = openDialog("en", () => ({ status: 409, body: { message, code: "price_changed" } }), from);
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByRole("button", { name: "Let it end" })).toBeNull();
  await page.user.click(dialog.getByRole("checkbox"));
  await page.user.click(dialog.getByRole("button", { name: "Agree" }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(page.closed).toEqual([]);
});
