import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { s3Files } from "#server/storage/s3-files.ts";
import { createStorage, type Files, localFiles } from "#server/storage/storage.ts";
import { emptyTarget, workFolder } from "#testing/backup/backups.ts";
import { runProgram, settingsFor } from "#testing/backup/commands.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type S3Server, startS3Server, versitygw } from "#testing/files/s3-server.ts";
import { fanWith } from "#testing/wallet/accounts.ts";
import { readManifest } from "./manifest.ts";

describe.skipIf(versitygw === null)("with its files in a bucket", () => {
  const database = fileDatabase();
  const at = workFolder();
  let server: S3Server;
  let files: Files;
  beforeAll(async () => {
    server = await startS3Server();
    files = s3Files(server.config);
    await mkdir(at("data"));
  });
  afterAll(() => server?.close());

  const bucket = () => ({
    S3_ENDPOINT: server.config.endpoint,
    S3_BUCKET: server.config.bucket,
    S3_ACCESS_KEY: server.config.accessKey,
    S3_SECRET_KEY: server.config.secretKey,
  });
  const storePicture = () =>
    createStorage(files).put("avatars", { bytes: randomBytes(2_000), contentType: "image/webp" });

  test("a backup lists the bucket; a restore finds each file there, or names the one that is not", async () => {
    await fanWith(database.db, 100);
    const [key, other] = [await storePicture(), await storePicture()];
    const folder = at("listed");
    const settings = settingsFor({ ...database, dataDir: at("data") }, bucket());
    const made = await runProgram("backup", [folder], settings);
    expect(made, made.stderr).toMatchObject({ code: 0 });
    expect(made.stdout).toContain(
      `Files: 2, 0.0 MB, listed; they lie in the bucket ${server.config.bucket}.`,
    );
    expect((await readManifest(folder)).files).toMatchObject({ kind: "bucket", count: 2, bytes: 4_000 });
    expect(await readdir(folder)).not.toContain("files");

    await files.put(`files/${key}`, { bytes: randomBytes(2_000) });
    const target = await emptyTarget();
    const there = settingsFor({ ...target, dataDir: at("there") }, bucket());
    const refused = await runProgram("restore", [folder], there);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`has no files/${key}`) });
    const partly = await runProgram("restore", [folder, "--leave-out-damaged-files"], there);
    expect(partly).toMatchObject({ code: 1, stderr: expect.stringContaining(`Left out: files/${key}`) });
    expect(partly.stdout).toMatch(/^Files: 1 of 2\.$/m);
    expect(partly.stdout).toMatch(/^Ledger: sound/m);
    expect(await files.head(`files/${other}`)).toEqual({ size: 2_000 });
  });

  test("a list of a bucket is not restored to a disk; files of a disk go into a bucket that is empty", async () => {
    await storePicture();
    const listed = at("listed again");
    await runProgram("backup", [listed], settingsFor({ ...database, dataDir: at("data") }, bucket()));
    const target = await emptyTarget();
    const disk = settingsFor({ ...target, dataDir: at("disk") });
    const refused = await runProgram("restore", [listed], disk);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("give the S3_ settings") });

    const local = localFiles(at("data"));
    const key = await createStorage(local).put("avatars", {
      bytes: randomBytes(2_000),
      contentType: "image/webp",
    });
    const copied = at("copied");
    await runProgram("backup", [copied], settingsFor({ ...database, dataDir: at("data") }));
    const full = await runProgram("restore", [copied], { ...disk, ...bucket() });
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining("files are stored already") });
    for await (const { key: old } of files.list("files/")) await files.remove(old);
    const done = await runProgram("restore", [copied], { ...disk, ...bucket() });
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect(await files.head(`files/${key}`)).toEqual({ size: 2_000 });
  });
});
