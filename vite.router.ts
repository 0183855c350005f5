import type { Plugin } from "vite";

type Edit = { find: RegExp; put: string };

/** What this app has decided for good: all routes are known from the start, and nothing watches the router. */
const decided: { file: string; edits: Edit[] }[] = [
  {
    file: "dom/ssr/fog-of-war.js",
    edits: [{ find: /!isFogOfWarEnabled\(routeDiscovery, ssr\)/g, put: "true" }],
  },
  { file: "router/router.js", edits: [{ find: /if \(init\.instrumentations\)/g, put: "if (false)" }] },
];
/** No page is made of server components; names for developer tools and unmarked calls keep what nobody uses. */
const anyFile: Edit[] = [
  { find: /\buseIsRSCRouterContext\(\)(?=;| \|\|)/g, put: "false" },
  { find: /^\w+\.displayName = .*;$/gm, put: "" },
  { find: /= (React\$1\.(?:forwardRef|createContext)\()/g, put: "= /* @__PURE__ */ $1" },
];

/** Lets the bundler drop what this app never runs of the router; 4 KB of every page's first load. */
export function withoutUnusedRouterParts(): Plugin {
  return {
    name: "without-unused-router-parts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      const file = id.split("/react-router/dist/production/lib/")[1];
      if (file === undefined) return;
      const edits = decided.find((part) => part.file === file)?.edits ?? [];
      for (const { find } of edits) if (code.search(find) < 0) this.error(`${file} has nothing like ${find}`);
      return {
        code: [...edits, ...anyFile].reduce((text, { find, put }) => text.replace(find, put), code),
        map: null,
      };
    },
  };
}
