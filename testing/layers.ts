import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The layers of the tests, the one that takes longest first:
 *
 * - `process`: starts, kills or watches processes, an embedded database or media engines of its own
 * - `app`: the application, or a part of it, on a database of its own
 * - `component`: a component of the web app, drawn without a browser
 * - `pure`: none of these
 */
export const layers = ["process", "app", "component", "pure"] as const;
export type Layer = (typeof layers)[number];

const root = path.resolve(import.meta.dirname, "..");
const testFiles = "{contract,server,media-engine,demo,web,testing,scripts,bench}/**/*.test.{ts,tsx}";

const opensProcesses =
  /from "(node:child_process|#testing\/processes\/[\w-]+\.ts|#testing\/files\/s3-server\.ts|#testing\/redis\/redis-server\.ts|#testing\/livekit\/livekit-server\.ts|#testing\/turn\/coturn\.ts|#testing\/proxies\/proxy\.ts|#testing\/database\/(embedded-process|standby)\.ts|#testing\/media-engine\/peer\.ts|[\w#./-]*\/(media-rig|livekit-rig|media-clients|embedded-postgres|bounded-process)\.ts)"/;
const opensDatabases = /from "#testing\/(app|database|input|twitter)\/[\w-]+\.ts"/;

/** The programs that draw the demo world have dependencies of their own: `npm ci --prefix demo/studio`. */
const withoutStudio = existsSync(path.join(root, "demo/studio/node_modules")) ? [] : ["demo/studio/**"];

/** Every test file under the root by its layer, which follows from what it imports. */
export function filesByLayer(): Record<Layer, string[]> {
  const files: Record<Layer, string[]> = { process: [], app: [], component: [], pure: [] };
  for (const file of globSync(testFiles, {
    cwd: root,
    exclude: ["**/node_modules", ...withoutStudio],
  }).sort())
    files[layerOf(file)].push(file);
  return files;
}

function layerOf(file: string): Layer {
  const text = readFileSync(path.join(root, file), "utf8");
  if (opensProcesses.test(text)) return "process";
  if (opensDatabases.test(text)) return "app";
  return file.endsWith(".tsx") ? "component" : "pure";
}
