import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast, castMember } from "../cast.ts";
import { presenterSvg } from "../presenters/compose.ts";
import { drawStills, type Stills } from "./stills.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stills-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function drawn(login: string, into: string): Promise<{ stills: Stills; hash: string }> {
  const member = castMember(login);
  if (!member) throw new Error(`no ${login}`);
  const dir = join(folder, into);
  const stills = await drawStills(member, dir);
  const hash = createHash("sha256");
  for (const name of [stills.portrait, stills.portraitSmall, stills.tall, stills.avatar, stills.avatarLarge])
    hash.update(await readFile(join(dir, name)));
  return { stills, hash: hash.digest("hex") };
}

test("the same model is drawn to the same bytes every time, another model to others", async () => {
  const first = await drawn("luna", "a");
  const second = await drawn("luna", "b");
  const other = await drawn("rosa", "a");
  expect(second).toEqual(first);
  expect(other.hash).not.toBe(first.hash);
});

test("pictures have the sizes that cards, rooms and lists need", async () => {
  const { stills } = await drawn("ivyandsam", "sizes");
  const sizeOf = async (name: string) => {
    const { width, height, format } = await sharp(join(folder, "sizes", name)).metadata();
    return `${format} ${width}x${height}`;
  };
  expect(await sizeOf(stills.portrait)).toBe("webp 480x600");
  expect(await sizeOf(stills.portraitSmall)).toBe("webp 320x400");
  expect(await sizeOf(stills.tall)).toBe("webp 360x640");
  expect(await sizeOf(stills.avatar)).toBe("webp 96x96");
  expect(await sizeOf(stills.avatarLarge)).toBe("webp 192x192");
  expect(Buffer.from(stills.thumbhash, "base64").length).toBeGreaterThan(15);
  expect(stills.thumbhash.length).toBeLessThan(48);
});

test("no two models look alike, and every picture is well-formed SVG", () => {
  const pictures = cast.map((member) => presenterSvg(member.presenter, { width: 320, height: 400 }));
  expect(new Set(pictures).size).toBe(cast.length);
  for (const picture of pictures) {
    expect(picture).not.toMatch(/NaN|undefined|null/);
    expect(picture.match(/<g\b/g)?.length).toBe(picture.match(/<\/g>/g)?.length);
    const ids = [...picture.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});
