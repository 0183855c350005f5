import * as z from "zod/mini";
import { tipMenuBounds } from "#contract/field-bounds.ts";
import type { MenuItem } from "#contract/live.ts";
import { charactersIn, written } from "#contract/written-text.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";

export type MenuForm = { items: { en: string; es: string; price: string }[] };
export type MenuProblem = "required" | "max_60" | "target";

const { itemsMax, titleMax, priceMax } = tipMenuBounds;

const title = z.string().check(
  z.overwrite(written),
  z.minLength(1, { error: "required" }),
  z.refine((text: string) => charactersIn(text) <= titleMax, { error: "max_60" }),
);
const price = z.string().check(
  z.refine((typed: string) => wholeNumber(typed) >= 1 && wholeNumber(typed) <= priceMax, {
    error: "target",
  }),
);

/** The rules of a tip menu: every item with a title in both languages and a price in whole tokens. */
export const menuRules = z.object({
  items: z.array(z.object({ en: title, es: title, price })).check(z.maxLength(itemsMax)),
});

/** The form as the menu stands now; an empty menu begins with an item to fill in. */
export function menuFormOf(items: readonly MenuItem[]): MenuForm {
  const rows = items.map(({ title, price }) => ({ ...title, price: String(price) }));
  return { items: rows.length > 0 ? rows : [blankItem] };
}

/** An item that is still to be written. */
export const blankItem = { en: "", es: "", price: "" };

/** The body of `POST /api/studio/tip-menu`. */
export function menuOf({ items }: MenuForm) {
  return {
    items: items.map(({ en, es, price }) => ({
      title: { en: en.trim(), es: es.trim() },
      price: wholeNumber(price),
    })),
  };
}
