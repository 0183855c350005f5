import * as z from "zod/mini";
import { itemBodyMax, itemPriceMax, itemTitleMax } from "#contract/field-bounds.ts";
import type { StudioItem } from "#contract/studio-content.ts";
import { written } from "#contract/written-text.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";

export type ItemForm = {
  title: string;
  body: string;
  price: string;
  forSubscribers: boolean;
  visible: boolean;
  start: string;
  end: string;
};
export type ItemProblem = "required" | "max_120" | "max_5000" | "price" | "order";

/** The rules of the texts of an item, its price and its time. */
export const itemRules = z
  .object({
    title: z
      .string()
      .check(
        z.overwrite(written),
        z.minLength(1, { error: "required" }),
        z.maxLength(itemTitleMax, { error: "max_120" }),
      ),
    body: z.string().check(z.overwrite(written), z.maxLength(itemBodyMax, { error: "max_5000" })),
    price: z.string().check(z.refine(isPrice, { error: "price" })),
    forSubscribers: z.boolean(),
    visible: z.boolean(),
    start: z.string(),
    end: z.string(),
  })
  .check(z.refine(isInOrder, { path: ["end"], error: "order" }));

/** An item that is not there yet. */
export const newItemForm: ItemForm = {
  title: "",
  body: "",
  price: "50",
  forSubscribers: false,
  visible: true,
  start: "",
  end: "",
};

/** The form as the item stands now. */
export function itemFormOf(item: StudioItem): ItemForm {
  return {
    title: item.title,
    body: item.body,
    price: String(item.price),
    forSubscribers: item.for_subscribers,
    visible: item.visible,
    start: fieldOf(item.start),
    end: fieldOf(item.end),
  };
}

/** The body of a change: only what differs from the item, so that nothing else is touched. */
export function itemChangeOf(form: ItemForm, before: StudioItem) {
  const wanted = {
    title: form.title.trim(),
    body: form.body.trim(),
    price: wholeNumber(form.price),
    for_subscribers: form.forSubscribers,
    visible: form.visible,
  };
  const times = { start: form.start, end: form.end };
  const old = itemFormOf(before);
  return {
    ...Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => value !== before[name as keyof typeof wanted]),
    ),
    ...Object.fromEntries(
      Object.entries(times)
        .filter(([name, field]) => field !== old[name as keyof typeof times])
        .map(([name, field]) => [name, instantOf(field)]),
    ),
  };
}

/** The text fields of a new item's form as they are sent. */
export function newItemOf(kind: StudioItem["kind"], form: ItemForm) {
  const flag = (on: boolean) => (on ? "true" : "false");
  return {
    kind,
    title: form.title.trim(),
    body: form.body.trim(),
    price: String(wholeNumber(form.price)),
    for_subscribers: flag(form.forSubscribers),
    visible: flag(form.visible),
    start: instantOf(form.start) ?? "",
    end: instantOf(form.end) ?? "",
  } as const;
}

function isPrice(typed: string): boolean {
  return wholeNumber(typed) <= itemPriceMax;
}

function isInOrder({ start, end }: Pick<ItemForm, "start" | "end">): boolean {
  return start === "" || end === "" || start < end;
}

/** An instant as a `datetime-local` field of the reader's own zone shows it: `2026-11-22T18:30`; none is empty. */
export function fieldOf(instant: string | null): string {
  if (instant === null) return "";
  const at = new Date(instant);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The time in such a field as an instant; null when it is empty or no time at all. */
export function instantOf(field: string): string | null {
  const at = new Date(field);
  return field === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
