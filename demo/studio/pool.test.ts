import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Stills } from "../draw/stills.ts";
import { stillsFolder } from "./folders.ts";
import { createPool, type Pool } from "./pool.ts";

let assetsDir: string;
let pool: Pool;

beforeAll(async () => {
  assetsDir = await mkdtemp(join(tmpdir(), "studio-"));
  pool = createPool(assetsDir, 2);
});
afterAll(async () => {
  await pool.stop();
  await rm(assetsDir, { recursive: true });
});

test("threads draw what is queued and leave whole files only", async () => {
  const [luna, dante] = (await Promise.all([
    pool.run({ kind: "stills", login: "luna" }),
    pool.run({ kind: "stills", login: "dante" }),
  ])) as [Stills, Stills];
  expect(luna.portrait).toBe("luna-480x600.webp");
  expect(dante.avatar).toBe("dante-avatar-96.webp");
  const files = await readdir(stillsFolder(assetsDir));
  expect(files.filter((file) => file.startsWith("luna"))).toHaveLength(6);
  expect(files.some((file) => file.endsWith(".draft"))).toBe(false);
});

test("what is drawn already is not drawn again", async () => {
  const picture = join(stillsFolder(assetsDir), "luna-480x600.webp");
  const before = (await stat(picture)).mtimeMs;
  await pool.run({ kind: "stills", login: "luna" });
  expect((await stat(picture)).mtimeMs).toBe(before);
});

test("a drawing that fails is told, and the threads go on", async () => {
  await expect(pool.run({ kind: "stills", login: "nobody" })).rejects.toThrow("nobody is not in the cast");
  await expect(pool.run({ kind: "stills", login: "luna" })).resolves.toMatchObject({
    portrait: "luna-480x600.webp",
  });
});

test("a stopped pool drops what is queued and takes nothing more", async () => {
  const short = createPool(assetsDir, 1);
  const queued = short.run({ kind: "stills", login: "luna" });
  const dropped = expect(queued).rejects.toThrow("stopped");
  await short.stop();
  await dropped;
  await expect(short.run({ kind: "stills", login: "luna" })).rejects.toThrow("stopped");
});
