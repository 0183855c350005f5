import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStorage, localFiles, type Storage } from "./storage.ts";

let dataDir = "";
let storage: Storage;
const file = { bytes: new TextEncoder().encode("a picture"), contentType: "image/webp" } as const;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "fanlight-storage-"));
  storage = createStorage(localFiles(dataDir));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("a file is kept under a random key until it is removed", async () => {
  const [one, other] = [await storage.put("avatars", file), await storage.put("avatars", file)];
  expect(one).toMatch(/^avatars\/[\w-]{22}\.webp$/);
  expect(other).not.toBe(one);
  const kept = await storage.get(one);
  expect(kept?.contentType).toBe("image/webp");
  expect(new TextDecoder().decode(kept?.bytes)).toBe("a picture");
  expect(storage.url(one)).toBe(`/files/${one}`);
  await storage.remove(one);
  await storage.remove(one);
  expect(await storage.get(one)).toBeNull();
  expect(await readdir(path.join(dataDir, "files", "avatars"))).toEqual([path.basename(other)]);
});

test("no key leads out of the folder", async () => {
  await writeFile(path.join(dataDir, "secret.webp"), "secret");
  const name = "a".repeat(22);
  for (const key of [
    "../secret.webp",
    `../${name}.webp`,
    `avatars/../../secret.webp`,
    `/etc/${name}.webp`,
    "",
  ])
    expect(await storage.get(key), key).toBeNull();
  await storage.remove("../secret.webp");
  expect(await readdir(dataDir)).toContain("secret.webp");
  await expect(storage.put("../x", file)).rejects.toThrow(RangeError);
});
