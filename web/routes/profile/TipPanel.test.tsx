// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ModelPage } from "#contract/catalog.ts";
import { closePage, ForViewer, fanProfile, openPage } from "#testing/component/page.tsx";
import { TipPanel } from "./TipPanel.tsx";

afterEach(closePage);

const rosa = { id: 9, login: "rosa", artisticName: "Rosa", avatar: "/a.webp", isStream: false } as ModelPage;

test("R-PROFILE-09, R-ERR-30, R-OPEN-76: a fan tips a model who is not live from the model's page, and no more than there is", async () => {
  const pay = "POST /api/fan/pay-tips-to-model/{id}";
  const onClose = vi.fn<() => void>();
  const page = openPage(
    <ForViewer part={() => <TipPanel model={rosa} open onClose={onClose} />} />,
    {
      "GET /api/fan/profile": fanProfile({ balance: 5 }),
      "GET /api/token-packages": () => ({ status: 500 }),
      [pay]: () => ({ status: 200, body: { success: true, balance: 2, tip: { tokens: 3 } } }),
    },
    { at: "/rosa" },
  );
  const amount = await screen.findByRole("textbox", { name: "Tokens to tip" });
  fireEvent.change(amount, { target: { value: "3" } });
  await page.user.dblClick(screen.getByRole("button", { name: "Send 3 tokens" }));
  await waitFor(() => expect(page.toasts()).toEqual(["3 tokens sent to Rosa"]));
  expect(page.callsOf(pay).map(({ body }) => body)).toEqual([expect.objectContaining({ amount: 3 })]);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  fireEvent.change(amount, { target: { value: "3" } });
  expect((await screen.findByRole("alert")).textContent).toBe("You are 1 token short.");
  expect(screen.getByRole("button", { name: "Get tokens" })).toBeTruthy();
});
