import { expect, test } from "vitest";
import type { StudioItem } from "#contract/studio-content.ts";
import {
  fieldOf,
  type ItemForm,
  instantOf,
  itemChangeOf,
  itemFormOf,
  itemRules,
  newItemForm,
  newItemOf,
} from "./item-form.ts";

const item: StudioItem = {
  id: 5,
  kind: "post",
  title: "On playing slowly",
  body: "Speed is the last thing a piece needs.",
  type: "picture",
  price: 30,
  for_subscribers: true,
  visible: true,
  start: "2026-11-22T18:30:00.000Z",
  end: null,
  state: "listed",
  thumb: "/a.webp",
  thumb_blurred: "/b.webp",
  cover: null,
  teaser: null,
  watchUrl: "/c.webp",
  duration: null,
  width: 1200,
  height: 1600,
  sold: 3,
  earned: 90,
  created_at: "2026-11-20T10:00:00.000Z",
};

function problemsOf(change: Partial<ItemForm>): Record<string, string> {
  const { error } = itemRules.safeParse({ ...newItemForm, title: "A title", ...change });
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []);
}

test("R-OPEN-59: an item needs a title, a price in whole tokens, and an end after its beginning", () => {
  expect(problemsOf({})).toEqual({});
  expect(problemsOf({ title: "  " })).toEqual({ title: "required" });
  expect(problemsOf({ title: "x".repeat(121) })).toEqual({ title: "max_120" });
  expect(problemsOf({ body: "x".repeat(5_001) })).toEqual({ body: "max_5000" });
  for (const price of ["", "-1", "2.5", "100001", "ten"])
    expect(problemsOf({ price })).toEqual({ price: "price" });
  for (const price of ["0", "100000", "100.000"]) expect(problemsOf({ price })).toEqual({});
  const start = "2026-11-22T18:30";
  expect(problemsOf({ start, end: "2026-11-22T18:30" })).toEqual({ end: "order" });
  expect(problemsOf({ start, end: "2026-11-22T18:31" })).toEqual({});
  expect(problemsOf({ end: start })).toEqual({});
});

test("R-OPEN-59: an untouched form changes nothing, and a touched one only what was touched", () => {
  const form = itemFormOf(item);
  expect(itemChangeOf(form, item)).toEqual({});
  expect(itemChangeOf({ ...form, price: "0", title: " On playing slowly " }, item)).toEqual({ price: 0 });
  expect(itemChangeOf({ ...form, price: "1.000" }, item)).toEqual({ price: 1_000 });
  expect(itemChangeOf({ ...form, visible: false, start: "" }, item)).toEqual({ visible: false, start: null });
});

test("R-OPEN-59: a new item is sent as the text fields of a form", () => {
  expect(newItemOf("post", { ...newItemForm, price: "1.000" }).price).toBe("1000");
  expect(newItemOf("post", { ...newItemForm, title: " A title ", forSubscribers: true })).toEqual({
    kind: "post",
    title: "A title",
    body: "",
    price: "50",
    for_subscribers: "true",
    visible: "true",
    start: "",
    end: "",
  });
});

test("a moment comes back from its field as it went in, whatever the reader's zone", () => {
  expect(instantOf(fieldOf("2026-11-22T18:30:00.000Z"))).toBe("2026-11-22T18:30:00.000Z");
  expect(fieldOf("2026-01-02T03:04:00.000Z")).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
  expect([fieldOf(null), instantOf(""), instantOf("soon")]).toEqual(["", null, null]);
});
