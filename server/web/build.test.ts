import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compressFiles, ensureWebBuild, sourceHash } from "./build.ts";

/** Stands in for the real builder: counts its runs, and fails when the sources make it. */
const builderSource = `
const { appendFileSync, mkdirSync, existsSync } = require("node:fs");
if (existsSync("web/broken")) { console.error("Unexpected token"); process.exit(1); }
mkdirSync("build/client", { recursive: true });
appendFileSync("build/runs", "x");
`;

let root: string;
const put = async (name: string, text: string) => {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
};
const runs = async () => (await readFile(join(root, "build/runs"), "utf8")).length;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "web-build-"));
  await put("node_modules/@react-router/dev/bin.cjs", builderSource);
  for (const folder of ["web", "contract", "locales", "project.inlang"]) await put(`${folder}/a.ts`, folder);
});
afterEach(() => rm(root, { recursive: true }));

describe("the web build", () => {
  test("is made once and made again only when a source changed", async () => {
    const lines: string[] = [];
    const ensure = () => ensureWebBuild({ rootDir: root, log: (line) => lines.push(line) });
    expect(await ensure()).toEqual({ buildDir: join(root, "build"), built: true });
    expect(await ensure()).toMatchObject({ built: false });
    await put("locales/a.ts", "changed");
    expect(await ensure()).toMatchObject({ built: true });
    expect(await runs()).toBe(2);
    expect(lines).toHaveLength(2);
  });

  test("nobody waiting any more ends a build, which is not taken for a finished one", async () => {
    await put("node_modules/@react-router/dev/bin.cjs", "setInterval(() => {}, 1_000)");
    const waiting = new AbortController();
    const building = ensureWebBuild({ rootDir: root, log: () => waiting.abort(), signal: waiting.signal });
    await expect(building).rejects.toThrow("abort");
    await put("node_modules/@react-router/dev/bin.cjs", builderSource);
    expect(await ensureWebBuild({ rootDir: root, log: () => undefined })).toMatchObject({ built: true });
  });

  test("tests and generated messages do not count as sources", async () => {
    const before = await sourceHash(root);
    await put("web/a.test.ts", "test");
    await put("web/paraglide/runtime.js", "generated");
    expect(await sourceHash(root)).toBe(before);
    await put("web/b.ts", "new");
    expect(await sourceHash(root)).not.toBe(before);
  });

  test("where few files may be open at a time, the same sources have the same digest", async () => {
    for (let count = 0; count < 500; count++)
      await put(`web/pages/${count}.ts`, `export const a = ${count};`);
    const program = `import { sourceHash } from "#server/web/build.ts"; console.log(await sourceHash(process.argv[1]));`;
    const node = [process.execPath, "--input-type=module", "-e", program, root];
    const { stdout, stderr } = spawnSync("sh", ["-c", 'ulimit -n 200; exec "$@"', "sh", ...node], {
      encoding: "utf8",
    });
    expect(stdout.trim(), stderr).toBe(await sourceHash(root));
  });

  test("a failed build reports why and is tried again at the next start", async () => {
    await put("web/broken", "");
    const ensure = () => ensureWebBuild({ rootDir: root, log: () => undefined });
    await expect(ensure()).rejects.toThrow("Unexpected token");
    await rm(join(root, "web/broken"));
    expect(await ensure()).toMatchObject({ built: true });
  });
});

test("larger text files are compressed beforehand, pictures and small files are not", async () => {
  const text = "export const name = 'fanlight';\n".repeat(100);
  await put("out/a.js", text);
  await put("out/small.js", "1");
  await put("out/font.woff2", text);
  await compressFiles(join(root, "out"));
  expect(brotliDecompressSync(await readFile(join(root, "out/a.js.br"))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(root, "out/a.js.gz"))).toString()).toBe(text);
  await expect(readFile(join(root, "out/small.js.br"))).rejects.toThrow();
  await expect(readFile(join(root, "out/font.woff2.br"))).rejects.toThrow();
});
