import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ArtPaths, artFolder, artPaths } from "../art-paths.ts";
import { art, artIndex } from "../art.ts";
import { readClip } from "../broadcaster/library.ts";
import { broadcastSize } from "../clips.ts";
import { type DemoModel, demoModel } from "../models.ts";
import { encodeVp8Clip } from "./clips/encode-vp8.ts";
import { encodeClip } from "./clips/encode.ts";
import { drawModel, recordSound, scriptsOf } from "./draw-files.ts";

const member = (login: string): DemoModel => {
  const found = demoModel(login);
  if (!found) throw new Error(`no ${login}`);
  return found;
};

let folder = "";
let drawn: ArtPaths;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fanlight-art-"));
  drawn = artPaths(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const filesIn = async (root: string) => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.flatMap((each) => (each.isFile() ? [path.join(each.parentPath, each.name)] : []));
};

test("what the product holds is what is drawn: run `npm run draw` after a change here", async () => {
  expect(await drawModel(member("rosa"), drawn)).toBe(artIndex.thumbhashes.rosa);
  await recordSound("guitar", drawn);
  const files = await filesIn(folder);
  expect(files.length).toBeGreaterThan(15);
  for (const file of files) {
    const name = path.relative(folder, file);
    expect((await readFile(file)).equals(await readFile(path.join(artFolder, name))), name).toBe(true);
  }
  const clip = await encodeClip("cheer-small", (await scriptsOf(member("noor")))("cheer-small"));
  // The files hold the time when they were made; their pictures are the same.
  expect(readClip(Buffer.from(clip))).toEqual(readClip(await readFile(art.clip("noor", "cheer-small"))));
});

test("a broadcast of its own is what is drawn, in the shape that the model sends", async () => {
  const kai = member("kai");
  const size = broadcastSize(kai.broadcast);
  expect(size.width).toBeGreaterThan(size.height);
  const clip = await encodeVp8Clip("cheer-small", (await scriptsOf(kai, size))("cheer-small"), size);
  const held = await readFile(art.broadcastClip("kai", "cheer-small", kai.broadcast));
  expect(held.equals(clip)).toBe(true);
}, 60_000);
