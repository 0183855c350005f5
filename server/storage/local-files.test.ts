import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesContract, listedFiles } from "#testing/files/files-contract.ts";
import { type Files, FilesUnavailable, newKey } from "./files.ts";
import { localFiles } from "./local-files.ts";

/** A disk that fails with this code whatever is written to it. */
const failing = (code: string) => () =>
  new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });

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

test("a folder that cannot be written is reported in one line", async () => {
  await writeFile(path.join(folder, "a-file"), "");
  await expect(localFiles(path.join(folder, "a-file", "below")).check()).rejects.toThrow(
    /^the folder .+ cannot be written \(.+\)$/,
  );
});

test.each([
  ["ENOSPC", false],
  ["EDQUOT", false],
  ["EIO", false],
  ["EROFS", true],
])("a disk that fails with %s is away for files and checks, and no bug", async (code, isRefusal) => {
  const key = `private-files/${newKey("films", "video/mp4")}`;
  const broken = localFiles(folder, failing(code));
  await expect(broken.put(key, { bytes: Buffer.from("film") })).rejects.toThrow(FilesUnavailable);
  await expect(broken.check()).rejects.toMatchObject({ name: "FilesUnavailable", isRefusal });
  expect(await files.head(key)).toBeNull();
  await files.put(key, { bytes: Buffer.from("film") });
  await files.check();
  expect(await readdir(path.join(folder, "files"))).not.toContainEqual(expect.stringMatching(/^check/));
});

test("what is broken otherwise stays an error of its own", async () => {
  const putting = localFiles(folder, failing("EBADF")).put(`files/${newKey("films", "video/mp4")}`, {
    bytes: Buffer.from("film"),
  });
  await expect(putting).rejects.toMatchObject({ name: "Error", code: "EBADF" });
});
