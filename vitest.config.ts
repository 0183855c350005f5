import { existsSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";

/** What draws the demo world has dependencies of its own: `npm ci --prefix demo/studio`. */
const withoutStudio = existsSync("demo/studio/node_modules") ? [] : ["demo/studio/**"];

export default defineConfig({
  test: {
    include: ["{contract,server,media-engine,demo,web,testing,scripts,bench}/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ...withoutStudio],
    globalSetup: ["testing/database/global-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
