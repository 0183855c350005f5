// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Language } from "#contract/common.ts";
import type { MenuItem } from "#contract/live.ts";
import { type Answers, closePage, openPage } from "#testing/component/page.tsx";
import { SpendActions } from "./SpendActions.tsx";
import { useTip } from "./use-tip.ts";

afterEach(closePage);

const packages: Answers = {
  "GET /api/token-packages": {
    success: true,
    data: { packages: [{ id: 1, tokens: 100, price: 8.2 }], promo: null },
  } as never,
};
const item = (price: number): MenuItem => ({ id: 1, title: { en: "A song", es: "Una canción" }, price });

function Spend({ price }: { price: number }) {
  const tip = useTip({ model: { id: 4, artisticName: "Luna" }, kind: "menu" });
  return (
    <>
      <button type="button" onClick={() => tip.choose({ kind: "item", item: item(price) })}>
        Choose
      </button>
      <SpendActions tip={tip} balance={1_240} closed={null} tone="gold" tapText="Send" holdText="Hold" />
    </>
  );
}

const note = () => document.querySelector("p")?.textContent;

async function choose(price: number, answers: Answers, language: Language = "en") {
  const page = openPage(<Spend price={price} />, answers, { language });
  expect(note()).toBe("");
  await page.user.click(screen.getByRole("button", { name: "Choose" }));
  return page;
}

test.each([
  [50, "Send", "en", "≈\u00a0$4.10 · 1,190 tokens left after this"],
  [1_000, "Hold", "en", "≈\u00a0$82.00 · 240 tokens left after this"],
  [1_239, "Hold", "es", "≈\u00a0$101.60 · Te quedará 1 token"],
] as const)(
  "%i tokens to spend stand with their money and what is left, whether one taps or holds (%s, %s)",
  async (price, action, language, text) => {
    await choose(price, packages, language);
    await waitFor(() => expect(note()).toBe(text));
    const button = screen.getByRole("button", { name: action });
    expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(text);
  },
);

test("without known packages only what is left is said", async () => {
  const page = await choose(1_000, { "GET /api/token-packages": () => ({ status: 500 }) });
  await waitFor(() => expect(page.callsOf("GET /api/token-packages")).not.toHaveLength(0));
  expect(note()).toBe("240 tokens left after this");
  expect(page.toasts()).toEqual([]);
});

test("a hold that was too short says so in the place of the sum", async () => {
  const { user } = await choose(1_000, packages);
  await user.click(screen.getByRole("button", { name: "Hold" }));
  expect(note()).toBe("Keep holding until the bar fills");
});

test.each([
  [50, "Send"],
  [1_000, "Hold"],
] as const)("a key that is still down from before does not spend %i tokens again", async (price, action) => {
  const page = await choose(price, packages);
  const button = screen.getByRole("button", { name: action });
  const bar = () => button.querySelector<HTMLElement>("[aria-hidden]")?.style.scale;
  expect(fireEvent.keyDown(button, { key: "Enter", repeat: true }), "the browser makes no click of it").toBe(
    false,
  );
  if (action === "Hold") {
    expect(bar(), "nothing is held").toBe("0 1");
    fireEvent.keyDown(button, { key: "Enter" });
    expect(bar()).toBe("1 1");
  }
  fireEvent.keyUp(button, { key: "Enter" });
  expect(page.calls.filter((path) => path.startsWith("POST"))).toEqual([]);
});
