import type { Plugin } from "vite";

type Edit = { find: RegExp; put: string };

const router = "react-router/dist/production/lib";
const queries = "@tanstack/query-core/build/modern";

/** Empties functions that are never called; calling one after all says where it went. */
const without = (...names: string[]): Edit[] =>
  names.map((name) => ({
    find: new RegExp(
      `^([ \\t]*)((?:async )?function ${name}\\([\\s\\S]*?\\)) \\{\\n[\\s\\S]*?\\n\\1\\}$`,
      "m",
    ),
    put: `$1$2 { throw new Error("vite.unused.ts leaves out ${name}"); }`,
  }));

/**
 * What this app has decided for good: all routes are known from the start and make no part of another page ready
 * beforehand, nothing watches the router, data is changed by calling the API, never by actions, fetchers or mutations
 * of the libraries, and of React's components and elements it uses neither `Activity`, `SuspenseList`,
 * `ViewTransition`, references to fragments, asking for files beforehand nor custom elements.
 */
const decided: Record<string, Edit[]> = {
  [`${router}/dom/ssr/fog-of-war.js`]: [{ find: /!isFogOfWarEnabled\(routeDiscovery, ssr\)/g, put: "true" }],
  [`${router}/router/router.js`]: [
    { find: /if \(init\.instrumentations\)/g, put: "if (false)" },
    { find: /if \(init\.patchRoutesOnNavigation\)/g, put: "if (false)" },
    { find: /if \(!opts \|\| !isSubmissionNavigation\(opts\)\)/, put: "if (true)" },
    ...without("fetch", "handleAction", "handleFetcherAction", "handleFetcherLoader", "discoverRoutes"),
    ...without("patchRoutes", "_internalSetRoutes"),
  ],
  [`${router}/dom/ssr/single-fetch.js`]: without(
    "singleFetchActionStrategy",
    "nonSsrStrategy",
    "singleFetchLoaderFetcherStrategy",
  ),
  [`${router}/dom/ssr/components.js`]: [
    { find: /isPageLinkDescriptor\(link\) \?/, put: "false ?" },
    ...without("PrefetchPageLinks"),
    // The texts of the scripts that only the server writes.
    { find: /staticContext \? `window\.[^`]*` : " "/, put: '" "' },
    { find: /!isStatic \? " " : `[\s\S]*?manifest\.entry\.module\)\}\);`/, put: '" "' },
  ],
  [`${router}/dom/lib.js`]: [{ find: /shouldPrefetch && !isAbsolute \?/, put: "false ?" }],
  [`${router}/dom-export/hydrated-router.js`]: [{ find: /^\trouter\.createRoutesForHMR = .*;$/m, put: "" }],
  "react-dom/cjs/react-dom-client.production.js": [
    // Methods of what a `ref` on a fragment or a view transition would hold.
    { find: /^(Fragment|ViewTransition)\w+\.prototype\.\w+ = function[\s\S]*?^};$/gm, put: "" },
    // The tree of components above an error, which nobody reads in production.
    { find: /getStackByFiberInDevAndProd\(source\)/g, put: '""' },
    ...without(
      "startViewTransition",
      "measureViewTransitionHostInstancesRecursive",
      "updateSuspenseListComponent",
      "updateActivityComponent",
      "mountActionState",
      "updateActionStateImpl",
      "rerenderActionState",
      "runActionStateAction",
      "dispatchActionState",
      "setPropOnCustomElement",
      // What asks for files before a page draws them; the addresses of our pages stand in their documents.
      "prefetchDNS",
      "preconnect",
      "preload",
      "preloadModule",
      "preinitScript",
      "preinitStyle",
      "preinitModuleScript",
    ),
  ],
  [`${queries}/mutationCache.js`]: [
    {
      find: /^[\s\S]*$/,
      put: `export class MutationCache {
        clear() {}
        findAll() { return []; }
        resumePausedMutations() { return Promise.resolve(); }
        build() { throw new Error("vite.unused.ts leaves out mutations"); }
      }`,
    },
  ],
};

/** No page is made of server components; names for developer tools and unmarked calls keep what nobody uses. */
const anyRouterFile: Edit[] = [
  { find: /\buseIsRSCRouterContext\(\)(?=;| \|\|)/g, put: "false" },
  { find: /^\w+\.displayName = .*;$/gm, put: "" },
  { find: /= (React\$1\.(?:forwardRef|createContext)\()/g, put: "= /* @__PURE__ */ $1" },
];

const needing =
  /import \{[^}]*\b(Form|useFetchers?|useSubmit|useActionData|PrefetchPageLinks|useMutation|MutationObserver|Activity|SuspenseList|ViewTransition|useActionState|pre(?:fetchDNS|connect|load(?:Module)?|init(?:Module)?))\b[^}]*\} from "(?:react|react-dom|react-router|@tanstack\/react-query)"/;

const refOnFragment = /\bFragment(?:\$\d+)?, \{\s*ref:/;

/** Lets the bundler drop what this app never runs of its libraries; 13 KB of every page's first load. */
export function withoutUnusedParts(): Plugin {
  return {
    name: "without-unused-parts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      const file = id.split("/node_modules/").at(1);
      if (file === undefined) {
        const name = needing.exec(code)?.[1] ?? refOnFragment.exec(code)?.[0];
        if (name) this.error(`${name} is used here, but vite.unused.ts leaves out what it needs`);
        return;
      }
      const edits = decided[file] ?? [];
      for (const { find } of edits) if (code.search(find) < 0) this.error(`${file} has nothing like ${find}`);
      const all = file.startsWith(`${router}/`) ? [...edits, ...anyRouterFile] : edits;
      if (all.length === 0) return;
      return { code: all.reduce((text, { find, put }) => text.replace(find, put), code), map: null };
    },
  };
}
