import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { build } from "vite";

export default {
  appDirectory: "web",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  async buildEnd({ reactRouterConfig, viteConfig }) {
    const clientDir = join(reactRouterConfig.buildDirectory, "client");
    await buildServiceWorker(viteConfig.root, clientDir);
  },
} satisfies Config;

/**
 * Builds the service worker to `sw.js` beside the built client, for that client: it carries a digest of its files' names,
 * which name their contents, so that each build has a worker of its own.
 */
async function buildServiceWorker(rootDir: string, clientDir: string): Promise<void> {
  const files = (await readdir(join(clientDir, "assets"))).filter((name) => !/\.(br|gz)$/.test(name)).sort();
  const buildId = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 16);
  await build({
    root: rootDir,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { BUILD_ID: JSON.stringify(buildId), "process.env.NODE_ENV": '"production"' },
    build: {
      target: "es2022",
      outDir: clientDir,
      emptyOutDir: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(rootDir, "web/service-worker/service-worker.ts"),
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
  });
}
