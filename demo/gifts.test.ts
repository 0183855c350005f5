import sharp from "sharp";
import { expect, test } from "vitest";
import { giftSvg, gifts } from "./gifts.ts";

test("twelve gifts with ids, keys and prices of their own, cheapest first", () => {
  expect(gifts).toHaveLength(12);
  expect(new Set(gifts.map((gift) => gift.id)).size).toBe(12);
  expect(new Set(gifts.map((gift) => gift.key)).size).toBe(12);
  const prices = gifts.map((gift) => gift.price);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  expect(gifts[0]).toEqual({ id: 1, key: "rose", name_en: "Rose", name_es: "Rosa", price: 5 });
});

test.each(gifts.map((gift) => gift.key))("the picture of %s stands alone and is not empty", async (key) => {
  const { channels } = await sharp(Buffer.from(giftSvg(key))).stats();
  expect(channels[3]?.max).toBe(255);
});
