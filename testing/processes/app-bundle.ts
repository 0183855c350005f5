import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";

const root = path.resolve(import.meta.dirname, "../..");
const cache = path.join(root, "node_modules/.cache/test-app");
/** Packages of many modules, each of which takes time to find and to load. */
const inlined = [
  /^@aws-(sdk|crypto)\//,
  /^@livekit\//,
  /^@smithy\//,
  "fast-xml-parser",
  "jose",
  "kysely",
  "livekit-server-sdk",
  "mediabunny",
  "nodemailer",
  "prom-client",
  "tslib",
  "zod",
];

/**
 * Puts the application of `app-main.ts` into one file, in a second; answers its path. A process that runs it is ready with
 * three fifths of the processor time that two thousand modules take, and the tests start a hundred.
 */
export async function bundleApp(): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(path.join(cache, "build-"));
  await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [inPlace],
    ssr: { noExternal: inlined },
    build: {
      ssr: path.join(import.meta.dirname, "app-main.ts"),
      outDir,
      copyPublicDir: false,
      target: "node24",
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: "app.mjs" } },
    },
  });
  // Under one name, for what Node has compiled of it; a run beside this one reads the old or the new one whole.
  const file = path.join(cache, "app.mjs");
  renameSync(path.join(outDir, "app.mjs"), file);
  rmSync(outDir, { recursive: true });
  return file;
}

/** Files that a module finds beside itself stay beside the module's source. */
const inPlace: Plugin = {
  name: "in-place",
  transform(code, id) {
    if (id.includes("node_modules") || !code.includes("import.meta.")) return null;
    const replaced = code
      .replaceAll("import.meta.dirname", JSON.stringify(path.dirname(id)))
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
    return { code: replaced, map: null };
  },
};
