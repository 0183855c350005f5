import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { buildServiceWorker } from "./vite.service-worker.ts";

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
