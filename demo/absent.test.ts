import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** The sources of the product that name a file of the demo world in an import, with the import. */
function importsOfDemo(): string[] {
  const files = globSync("{contract,server,web,media-engine,scripts}/**/*.{ts,tsx,mjs,cjs}", { cwd: root });
  const isProduct = (file: string) =>
    !/\.test\.tsx?$|node_modules|web\/paraglide|^scripts\/(test|bench|storm|mutate)/.test(file);
  return files.filter(isProduct).flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return [...text.matchAll(/\b(?:import|export)\b[^;"']*["'](?:#demo|(?:\.\.\/)+demo)\/[^"']*["']/g)]
      .filter(([found]) => !found.startsWith("import type"))
      .map(([found]) => `${file}: ${found}`);
  });
}

test("with DEMO=0 nothing of the demo world is loaded: one import leads to it, and only where the setting asks for it", () => {
  const found = importsOfDemo();
  expect(found).toEqual([
    expect.stringMatching(/^server\/start\/start-product\.ts: import\("#demo\/demo\.ts"/),
  ]);
  const start = readFileSync(path.join(root, "server/start/start-product.ts"), "utf8");
  expect(start).toContain('config.demo ? await import("#demo/demo.ts") : null');
});
