// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answers, closePage, openPage } from "#testing/component/page.tsx";
import { MenuSheet } from "./MenuSheet.tsx";

afterEach(closePage);

const items = [
  { id: 1, title: { en: "A song", es: "Una canción" }, price: 50 },
  { id: 2, title: { en: "A bolero", es: "Un bolero" }, price: 1_200 },
];

function openMenu(answers: Answers) {
  openPage(
    <MenuSheet
      open
      onClose={() => {}}
      model={{ id: 4, artisticName: "Luna", avatar: "" }}
      balance={100}
      closed={null}
      container={null}
      items={items}
    />,
    answers,
  );
}

const rows = () => screen.getAllByRole("button", { pressed: false }).map(({ textContent }) => textContent);

test("each item of a menu stands with its price in tokens and in money", async () => {
  openMenu({
    "GET /api/token-packages": { success: true, data: { packages: [{ tokens: 100, price: 8.2 }] } } as never,
  });
  await screen.findByText("≈ $4.10");
  expect(rows()).toEqual(["A song50 tokens ≈\u00a0$4.10", "A bolero1,200 tokens ≈\u00a0$98.40"]);
});

test("while no package is known, the items of a menu have their price in tokens alone", () => {
  openMenu({});
  expect(rows()).toEqual(["A song50 tokens", "A bolero1,200 tokens"]);
});
