import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/find-executable.ts";
import { keepTemporaryFilesInMemory } from "./testing/temporary-files.ts";

/**
 * Browser journeys run against the whole product, started as an operator starts it, with its real media engine. Each
 * worker has a product of its own, which begins with the same prepared data folder: journeys share the demo's accounts,
 * and what one leaves behind, another worker never sees. A worker that saw a test fail ends, and its product with it.
 */
keepTemporaryFilesInMemory();
const chromium = findChromium() ?? "chromium";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  workers: 2,
  // For what hangs: a busy machine may well take ten times as long as an idle one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // The report for programs is written where one is asked for; else it would follow on screen.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  outputDir: "test-results",
  globalSetup: "./e2e/prepared-world.ts",
  use: {
    actionTimeout: 30_000,
    // Recording every page costs more than the product itself; journeys measure the product. Ask for it by --trace on.
    trace: "off",
    screenshot: "only-on-failure",
    permissions: ["camera", "microphone"],
    // Each visitor is a new browser: none but the service worker's own journey is to install it.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // Half as many pictures to encode as unless told.
        "--use-fake-device-for-media-stream=fps=10",
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
      use: {
        ...devices["Desktop Chrome"],
        viewport: { width: 1440, height: 1000 },
        locale: "en-US",
        // A page that never rests is painted all the time. Animations are for the phone, whose motions are part of use.
        contextOptions: { reducedMotion: "reduce" },
      },
    },
    {
      name: "phone",
      testMatch: "journeys/**/*.phone.spec.ts",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "en-US" },
    },
  ],
});
