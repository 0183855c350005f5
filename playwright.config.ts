import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/find-executable.ts";

/**
 * Browser journeys run against the whole product, started as an operator starts it, with an empty data folder and
 * its real media engine. The configuration is read again by each worker: what must stay the same is kept in the
 * environment.
 */
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000));
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), "fanlight-e2e-"));
const origin = `http://localhost:${process.env.E2E_PORT}`;
const chromium = findChromium() ?? "chromium";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The report for programs is written where one is asked for; else it would follow on screen.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  outputDir: "test-results",
  globalSetup: "./e2e/wait-for-world.ts",
  globalTeardown: "./e2e/remove-data.ts",
  use: {
    baseURL: origin,
    actionTimeout: 15_000,
    // Recording every page costs more than the product itself; journeys measure the product. Ask for it by --trace on.
    trace: "off",
    screenshot: "only-on-failure",
    permissions: ["camera", "microphone"],
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--autoplay-policy=no-user-gesture-required",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-quic",
        "--disable-background-timer-throttling",
        "--disable-renderer-backgrounding",
        "--disable-backgrounding-occluded-windows",
        "--mute-audio",
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      testIgnore: "**/*.phone.spec.ts",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 1000 }, locale: "en-US" },
    },
    {
      name: "phone",
      testMatch: "journeys/**/*.phone.spec.ts",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "en-US" },
    },
  ],
  webServer: {
    command: "node scripts/start.mjs",
    url: `${origin}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "pipe",
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      TRUST_PROXY: "1",
      LOG_LEVEL: "warn",
    },
  },
});
