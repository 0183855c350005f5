import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const written = (pattern: string) =>
  globSync(pattern, {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|build|paraglide|\.data)(\/|$)/.test(name),
  });
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The headings of a page as GitHub names them behind a `#`. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

function brokenLinks(file: string): string[] {
  const links = [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    const [target = "", anchor] = link.split("#");
    const page = target ? path.join(path.dirname(file), target) : file;
    if (!existsSync(path.join(root, page))) return true;
    return anchor !== undefined && page.endsWith(".md") && !anchorsOf(read(page)).includes(anchor);
  });
}

const pages = written("{*.md,docs/**/*.md,server/**/*.md,web/**/*.md,demo/*.md}");

test.each(pages)("every link of %s leads to a page, and to a heading of it", (file) => {
  expect(brokenLinks(file)).toEqual([]);
});

test("each decision stands in the index, in one line, and the index names no other", () => {
  const index = read("docs/decisions/README.md");
  const named = [...index.matchAll(/^\| \[\d+\]\(([^)]+)\) \|/gm)].map(([, file]) => file);
  const kept = readdirSync(path.join(root, "docs/decisions")).filter((file) => /^\d{4}-/.test(file));
  expect(named).toEqual(kept.toSorted());
});

test("a decision that code names is there", () => {
  const sources = written(
    "{contract,server,web,media-engine,demo,testing,scripts,e2e,bench}/**/*.{ts,tsx,sql}",
  );
  const missing = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/[\w/-]+\.md/g)]
      .map(([named]) => named)
      .filter((named) => !existsSync(path.join(root, named)))
      .map((named) => `${file}: ${named}`),
  );
  expect(missing).toEqual([]);
});
