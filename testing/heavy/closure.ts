import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** A checkout's files, and what each of them refers to. */
export type Sources = {
  /** Every file that a code file may work with: itself, what it imports or names, and the data beside those. Sorted. */
  closureOf(file: string): string[];
  /** SHA-256 of the names and contents of the closure, as hexadecimal digits. */
  fingerprintOf(file: string): string;
};

/** The files that every test depends on: the versions of all packages, and how tests are run. */
const always = ["package-lock.json", "vitest.config.ts"];
const folders = "{bench,contract,demo,deploy,locales,media-engine,scripts,server,testing,web}/**";
const notSources = ["**/node_modules", "web/paraglide", "web/build"];

const isCode = (file: string) => /\.[cm]?[jt]sx?$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** Statements that are gone when types are stripped. */
const typesOnly = /^(?:import|export) type [^;]*? from "[^"]+";/gm;
/** Any text between quotes that may be a path: of an import, a worker, a program to start, a folder of texts. */
const quoted = /"(#?[\w.-]+(?:\/[\w.-]*)*)"/g;

/** Reads the files under `root`; `aliases` are the `imports` of its package.json. */
export function readSources(root: string, aliases: Readonly<Record<string, string>>): Sources {
  const files = globSync([folders, "*.*"], { cwd: root, exclude: notSources, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  const known = new Set(files);
  const data = files.filter((file) => !isCode(file));
  const dataByFolder = Map.groupBy(data, (file) => path.dirname(file));
  const dataUnder = (folder: string) => data.filter((file) => file.startsWith(`${folder}/`));
  const read = (file: string) => readFileSync(path.join(root, file));

  const placesOf = (from: string, name: string): string[] => {
    const folder = path.dirname(from);
    if (!name.startsWith("#"))
      return [path.join(folder, name), ...(name.includes("/") ? [path.normalize(name)] : [])];
    return Object.entries(aliases)
      .map(([alias, target]) => [alias.slice(0, -1), target.slice(0, -1)] as const)
      .filter(([alias]) => name.startsWith(alias))
      .map(([alias, target]) => path.join(target, name.slice(alias.length)));
  };
  const referencesOf = (file: string): string[] => {
    const folder = path.dirname(file);
    const beside = folder === "." ? [] : (dataByFolder.get(folder) ?? []);
    const names = read(file).toString().replace(typesOnly, "").matchAll(quoted);
    const named = [...new Set([...names].map(([, name = ""]) => name))].flatMap((name) => {
      const places = placesOf(file, name).map((place) => place.replace(/\/$/, ""));
      // Texts of pages are made from the locales.
      if (places.some((place) => place.startsWith("web/paraglide/"))) return dataUnder("locales");
      return places.flatMap((place) => (known.has(place) ? [place] : dataUnder(place)));
    });
    return [...beside, ...named.filter((each) => !isTest(each))];
  };
  const references = new Map<string, string[]>();
  const closureOf = (file: string): string[] => {
    const found = new Set([file, ...always]);
    for (const each of found) {
      if (!isCode(each)) continue;
      if (!references.has(each)) references.set(each, referencesOf(each));
      for (const next of references.get(each) ?? []) found.add(next);
    }
    return [...found].sort();
  };
  const digests = new Map<string, string>();
  const digestOf = (file: string) => {
    if (!digests.has(file)) digests.set(file, createHash("sha256").update(read(file)).digest("hex"));
    return digests.get(file);
  };
  return {
    closureOf,
    fingerprintOf(file) {
      const hash = createHash("sha256");
      for (const each of closureOf(file)) hash.update(`${each} ${digestOf(each)}\n`);
      return hash.digest("hex");
    },
  };
}
