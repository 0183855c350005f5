import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptSecret } from "./data-folder.ts";
import { explain } from "./explain.ts";

let dataDir = "";
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "fanlight-data-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

let made = 0;
const kind = { make: () => `made${(made += 1)}`, isWhole: (secret: string) => secret.startsWith("made") };
const kept = () => keptSecret(dataDir, "secret", kind);
const file = () => path.join(dataDir, "secret");

test("a secret is made once, by the first start, is its owner's alone, and leaves nothing beside it", async () => {
  // Often enough that starts meet at every one of their steps.
  for (let round = 0; round < 100; round += 1) {
    const starts = await Promise.all(Array.from({ length: 8 }, kept));
    expect(new Set([...starts, await kept()]).size, `round ${round}`).toBe(1);
    expect(await readdir(dataDir)).toEqual(["secret"]);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    await rm(file());
  }
});

test("a start that was broken off while it wrote, or a disk that was full, hinders no later start", async () => {
  await writeFile(`${file()}.1.part`, "ma");
  await writeFile(file(), "");
  const secret = await kept();
  expect(secret).toMatch(/^made\d+$/);
  expect([await kept(), await readFile(file(), "utf8")]).toEqual([secret, `${secret}\n`]);
});

test("a damaged secret is reported in one line by its file, and left as it is", async () => {
  await writeFile(file(), "ma");
  const line = await kept().then(String, explain);
  expect(line).toMatch(/^Fanlight cannot start: the file .+secret is damaged; .+$/);
  expect(line.split("\n")).toHaveLength(1);
  expect(await readFile(file(), "utf8")).toBe("ma");
});

test("a secret that cannot be written is reported in one line by its file", async () => {
  const line = await keptSecret(path.join(dataDir, "nowhere"), "secret", kind).then(String, explain);
  expect(line).toMatch(/^Fanlight cannot start: the file .+secret cannot be written \(.+\)$/);
});
