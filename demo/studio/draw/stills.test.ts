import sharp from "sharp";
import { expect, test } from "vitest";
import { demoModel, demoModels } from "../../models.ts";
import { presenterOf } from "../appearances.ts";
import { presenterSvg } from "../presenters/compose.ts";
import { drawStills, thumbHashOf } from "./stills.ts";

test("pictures have the sizes that cards, rooms and lists need", async () => {
  const couple = demoModel("ivyandsam");
  if (!couple) throw new Error("no ivyandsam");
  const { files, canvas } = await drawStills(presenterOf(couple));
  const sizes = Object.entries(files).map(async ([name, file]) => {
    const { width, height, format } = await sharp(file).metadata();
    return [name, `${format} ${width}x${height}`];
  });
  expect(Object.fromEntries(await Promise.all(sizes))).toEqual({
    portrait: "webp 480x600",
    portraitSmall: "webp 320x400",
    tall: "webp 360x640",
    avatar: "webp 96x96",
    avatarLarge: "webp 192x192",
  });
  expect(Buffer.from(thumbHashOf(canvas), "base64").length).toBeGreaterThan(15);
  expect(thumbHashOf(canvas).length).toBeLessThan(48);
});

test("no two models look alike, couples are two, and every picture is well-formed SVG", () => {
  const pictures = demoModels.map((member) => presenterSvg(presenterOf(member), { width: 320, height: 400 }));
  expect(new Set(pictures).size).toBe(demoModels.length);
  for (const member of demoModels)
    expect(presenterOf(member).figures, member.login).toHaveLength(member.gender === 4 ? 2 : 1);
  for (const picture of pictures) {
    expect(picture).not.toMatch(/NaN|undefined|null/);
    expect(picture.match(/<g\b/g)?.length).toBe(picture.match(/<\/g>/g)?.length);
    const ids = [...picture.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("who is no demo model has no appearance", () => {
  expect(() => presenterOf({ login: "nobody", scene: "sofa" })).toThrow("nobody");
});
