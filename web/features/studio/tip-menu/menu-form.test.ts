import { expect, test } from "vitest";
import { menuFormOf, menuOf, menuRules } from "./menu-form.ts";

const items = [{ id: 4, title: { en: "A bolero", es: "Un bolero" }, price: 60 }];
const problems = (change: object) =>
  menuRules
    .safeParse({ items: [{ ...menuFormOf(items).items[0], ...change }] })
    .error?.issues.map(({ path, message }) => [path.at(-1), message]) ?? [];

test("The form starts with the menu as it is and sends back what it says; an empty menu asks for a first item", () => {
  expect(problems({})).toEqual([]);
  expect(menuOf(menuFormOf(items))).toEqual({ items: [{ title: items[0]?.title, price: 60 }] });
  expect(menuFormOf([]).items).toEqual([{ en: "", es: "", price: "" }]);
});

test("An item needs a title in both languages of at most 60 characters, and a price of 1 to 1,000,000 whole tokens", () => {
  expect(problems({ en: " " })).toEqual([["en", "required"]]);
  expect(problems({ es: "x".repeat(61) })).toEqual([["es", "max_60"]]);
  expect(problems({ es: "🎸".repeat(60) })).toEqual([]);
  for (const price of ["", "0", "-1", "1.5", "1000001", "many"])
    expect(problems({ price })).toEqual([["price", "target"]]);
  for (const price of [" 1000000 ", "1.000.000"]) expect(problems({ price })).toEqual([]);
  expect(menuOf({ items: [{ en: "A bolero", es: "Un bolero", price: "1.000" }] }).items[0]?.price).toBe(
    1_000,
  );
});
