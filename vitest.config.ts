import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,server,media-engine,demo,web,testing,scripts,bench}/**/*.test.{ts,tsx}"],
    globalSetup: ["testing/database/global-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
