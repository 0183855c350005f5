// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { SendFileDialog } from "./SendFileDialog.tsx";

afterEach(closePage);

const given = { name: "nico", sells: true, caption: "", onCaption: vi.fn(), onClose: vi.fn() };

test.each([
  ["en", "Sell it", "Price in tokens", "Send", "1,000"],
  ["es", "Venderlo", "Precio en tokens", "Enviar", "1.000"],
] as const)(
  "a file whose price is typed with a sign between its thousands costs that, and none is sold for what is no whole number (%s)",
  async (language, sell, priceLabel, sendLabel, thousand) => {
    const onSend = vi.fn();
    const file = new File(["hills"], "hills.jpg", { type: "image/jpeg" });
    const { user } = openPage(
      <SendFileDialog {...given} chosen={{ file, terms: null }} onSend={onSend} />,
      {},
      { language },
    );
    await user.click(screen.getByRole("switch", { name: sell }));
    const price = screen.getByRole("textbox", { name: priceLabel });
    const button = screen.getByRole<HTMLButtonElement>("button", { name: sendLabel });
    for (const wrong of ["1.5", "1.00", "100.001", "0"]) {
      await user.clear(price);
      await user.type(price, wrong);
      expect(button.disabled, wrong).toBe(true);
    }
    await user.clear(price);
    await user.type(price, thousand);
    await user.click(button);
    expect(onSend.mock.calls).toEqual([[{ price: 1_000, description: "" }]]);
  },
);
