import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { shortenRouteList } from "./vite.route-list.ts";

export default {
  appDirectory: "web",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => shortenRouteList(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
