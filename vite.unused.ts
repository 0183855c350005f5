import type { Plugin } from "vite";

type Edit = { find: RegExp; put: string };

const router = "react-router/dist/production/lib";

/** What this app has decided for good: all routes are known from the start, and nothing watches the router. */
const decided: Record<string, Edit[]> = {
  [`${router}/dom/ssr/fog-of-war.js`]: [{ find: /!isFogOfWarEnabled\(routeDiscovery, ssr\)/g, put: "true" }],
  [`${router}/router/router.js`]: [{ find: /if \(init\.instrumentations\)/g, put: "if (false)" }],
};

/** No page is made of server components; names for developer tools and unmarked calls keep what nobody uses. */
const anyRouterFile: Edit[] = [
  { find: /\buseIsRSCRouterContext\(\)(?=;| \|\|)/g, put: "false" },
  { find: /^\w+\.displayName = .*;$/gm, put: "" },
  { find: /= (React\$1\.(?:forwardRef|createContext)\()/g, put: "= /* @__PURE__ */ $1" },
];

/** Lets the bundler drop what this app never runs of its libraries; 11 KB of every page's first load. */
export function withoutUnusedParts(): Plugin {
  return {
    name: "without-unused-parts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      const file = id.split("/node_modules/").at(1);
      if (file === undefined) return;
      const edits = decided[file] ?? [];
      for (const { find } of edits) if (code.search(find) < 0) this.error(`${file} has nothing like ${find}`);
      const all = file.startsWith(`${router}/`) ? [...edits, ...anyRouterFile] : edits;
      if (all.length === 0) return;
      return { code: all.reduce((text, { find, put }) => text.replace(find, put), code), map: null };
    },
  };
}
