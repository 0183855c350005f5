import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesContract, listedFiles } from "#testing/files/files-contract.ts";
import type { Files } from "./files.ts";
import { localFiles } from "./local-files.ts";

let folder = "";
let files: Files;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fanlight-files-"));
  files = localFiles(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

filesContract(() => files);

test("parts that a crash left behind are no files, and are dropped by age", async () => {
  const area = path.join(folder, "private-files", "crashed");
  await mkdir(area, { recursive: true });
  const name = `${"a".repeat(22)}.mp4`;
  for (const ending of [".1.part", ".2.part"]) await writeFile(path.join(area, name + ending), "half");
  await writeFile(path.join(area, name), "whole");
  for (const old of [name, `${name}.1.part`]) await utimes(path.join(area, old), 1, 1);
  expect(await listedFiles(files, "private-files/crashed/")).toHaveLength(1);
  await files.dropPartial(new Date(2_000));
  expect((await readdir(area)).sort()).toEqual([name, `${name}.2.part`]);
});

test("a folder that cannot be written is told in one line", async () => {
  await writeFile(path.join(folder, "a-file"), "");
  await expect(localFiles(path.join(folder, "a-file", "below")).check()).rejects.toThrow(
    /^the folder .+ cannot be written \(.+\)$/,
  );
});
