/**
 * The borders of the modules, which stand in one order; each imports only what stands before it, and only its front
 * door. A later module notifies an earlier one by an event.
 */
const order = [
  "storage",
  "email",
  "legal",
  "realtime",
  "media",
  "identity",
  "push",
  "wallet",
  "payments",
  "catalog",
  "notifications",
  "subscriptions",
  "content",
  "messaging",
  "rooms",
  "shows",
  "earnings",
  "support",
  "profiles",
];

/** Modules, and then the parts of the server that put them together. */
const wholeOrder = [...order, "config", "web", "app", "backup", "start"];

/** Each part of the server imports only what stands before it; the demo world stands after the modules. */
const inOrder = wholeOrder.slice(0, -1).map((name, index) => ({
  name: `${name}-stands-before`,
  comment: `server/${name} may only import what stands before it; later modules are notified by an event`,
  severity: "error",
  from: { path: `^server/${name}(/|\\.ts$)`, pathNot: "\\.test\\.ts$" },
  to: {
    path: wholeOrder
      .slice(index + 1)
      .map((later) => `^server/${later}(/|\\.ts$)`)
      .concat(order.includes(name) ? "^demo/" : []),
  },
}));

/** From outside, a module is its front door: `wallet/wallet.ts`, and what the wiring needs beside it. */
const frontDoors = order.map((name) => ({
  name: `${name}-front-door`,
  comment: `import server/${name}/${name}.ts, not what lies behind it`,
  severity: "error",
  from: { path: "^server/", pathNot: [`^server/${name}/`, "\\.test\\.ts$", "^server/app(/|\\.ts$)"] },
  to: { path: `^server/${name}/`, pathNot: [`^server/${name}/${name}\\.ts$`] },
}));

/**
 * The subfolders of a folder stand in an order as well: each imports only what stands before it. Where none is written here,
 * none imports another.
 */
const inside = {
  demo: [
    "broadcaster",
    "chat-bot",
    "chats",
    "content",
    "talk",
    "past",
    "provider-pages",
    "gateways",
    "social",
    "studio",
    "world",
  ],
  "demo/gateways": ["hosted-fields", "nmi", "sandbox"],
  "media-engine": ["rtp", "ipc", "sdp", "tcp", "testing", "frames"],
  "server/catalog": ["rules", "store", "gallery", "listing", "live-picture", "schedule"],
  "server/content": ["rules", "store", "comments", "studio"],
  "server/identity": ["store", "email", "password", "second-factor", "twitter"],
  "server/kit": ["database", "nodes", "outbox", "overload", "http", "redis"],
  "server/media": ["whip", "livekit"],
  "server/messaging": ["rules", "store", "chats", "messages", "media", "to-many"],
  "server/notifications": ["store", "rules"],
  "server/payments": [
    "rules",
    "gateways",
    "store",
    "purchase",
    "saved-cards",
    "reports",
    "packages",
    "returns",
  ],
  "server/rooms": ["rules", "store", "moderation", "stream", "tips"],
  "server/shows": [
    "rules",
    "store",
    "receipts",
    "camera",
    "meter",
    "requests",
    "spies",
    "promo",
    "simulation",
  ],
  "server/support": ["rules", "store", "admin", "emails", "refunds", "decisions"],
  "web/entities": ["guest", "notification", "wallet", "account", "content", "subscription", "room", "show"],
  "web/features/auth": ["second-factor", "social"],
  "web/features/checkout": ["card", "payment", "return", "testing"],
  "web/features/inbox": ["list", "media", "thread", "testing"],
  "web/features/studio": [
    "content",
    "obs",
    "rates",
    "gallery",
    "listing",
    "publish",
    "shows",
    "to-many",
    "session",
  ],
  "web/lib": ["platform", "i18n", "media", "api", "forms", "page", "navigation", "session"],
  "web/lib/media": ["whep", "whip", "camera", "livekit", "frames"],
  "web/routes": ["profile", "videos", "allposts", "chat", "model"],
  "web/ui": ["pictures", "buttons", "fields", "overlays", "states"],
};

/** Within a folder of {@link inside}, a subfolder imports itself and what stands before it. */
const subfoldersInOrder = Object.entries(inside).flatMap(([folder, names]) =>
  [...names, null].map((name, index) => ({
    name: `${folder}/${name ?? "others"}-stands-before`,
    comment: `a subfolder of ${folder} may only import those that stand before it`,
    severity: "error",
    from: {
      path: name ? `^${folder}/(${name})/` : `^${folder}/(?!(?:${names.join("|")})/)([^/]+)/`,
      pathNot: "\\.test\\.tsx?$",
    },
    to: { path: `^${folder}/(?!(?:${["$1", ...(name ? names.slice(0, index) : [])].join("|")})/)[^/]+/` },
  })),
);

/** Within any other folder, subfolders do not import each other. Of those at this depth, the names of the ordered ones. */
const otherSubfolders = [2, 3, 4].map((depth) => {
  const ordered = Object.keys(inside).filter((folder) => folder.split("/").length === depth);
  return {
    name: `subfolders-at-depth-${depth}-do-not-know-each-other`,
    comment: "where one of two has to know the other, write their order down above",
    severity: "error",
    from: {
      path: `^(?!(?:${["demo/studio", ...ordered].join("|")})/)((?:server|web|demo|media-engine)${"/[^/]+".repeat(depth - 1)})/([^/]+)/`,
      pathNot: "\\.test\\.tsx?$",
    },
    to: { path: "^$1/(?!$2/)[^/]+/" },
  };
});

module.exports = {
  forbidden: [
    ...inOrder,
    ...frontDoors,
    ...subfoldersInOrder,
    ...otherSubfolders,
    {
      name: "contract-is-plain",
      comment: "the contract is read by everybody: it imports zod and itself only",
      severity: "error",
      from: { path: "^contract/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^contract/", "node_modules/zod/"] },
    },
    {
      name: "kit-knows-no-module",
      severity: "error",
      from: { path: "^server/kit/", pathNot: "\\.test\\.ts$" },
      to: { path: wholeOrder.map((name) => `^server/${name}(/|\\.ts$)`) },
    },
    {
      name: "web-never-imports-server",
      severity: "error",
      from: { path: "^web/", pathNot: "\\.test\\.tsx?$" },
      to: { path: ["^server/", "^media-engine/", "^demo/"] },
    },
    {
      name: "password-lists-stay-on-the-server",
      comment: "half a megabyte that no browser needs: the server validates passwords",
      severity: "error",
      from: { path: "^(web|contract)/" },
      to: { path: "node_modules/@zxcvbn-ts/" },
    },
    {
      name: "web-lib-knows-no-product",
      comment:
        "web/lib is plumbing: what knows a thing of the product belongs to web/entities or web/features",
      severity: "error",
      from: { path: "^web/lib/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^web/(entities|features|routes|render)/" },
    },
    {
      name: "web-ui-knows-no-product",
      severity: "error",
      from: { path: "^web/ui/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^web/(entities|features|routes|render)/" },
    },
    {
      name: "entities-know-no-features",
      comment: "an entity is shared by features: it imports web/lib, web/ui and, sparingly, other entities",
      severity: "error",
      from: { path: "^web/entities/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^web/(features|routes|render)/" },
    },
    {
      name: "browsers-load-no-schemas",
      comment:
        "the contract's schemas are 30 KB of zod: what pages need of it stands in files without a library",
      severity: "error",
      from: { path: "^web/", pathNot: ["\\.test\\.tsx?$", "^web/routes\\.ts$"] },
      to: {
        path: ["^contract/", "node_modules/zod/(?!.*mini)"],
        pathNot:
          "^contract/(accept-language|search-key|written-text|file-content|field-bounds|room-values|model-facts|report-reasons|card-number|card-expiry|latin-digits|media-frames|notification-paths|subscription-status|subscription-terms|receipt-lines|receipt-pauses|payout-cents|site-name)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "features-do-not-know-each-other",
      severity: "error",
      from: { path: "^web/features/([^/]+)/" },
      to: { path: "^web/features/", pathNot: "^web/features/$1/" },
    },
    {
      name: "engine-knows-no-server",
      comment:
        "the media engine knows no fans and no tokens; of the contract only what its own messages to pages are",
      severity: "error",
      from: { path: "^media-engine/", pathNot: "\\.test\\.ts$" },
      to: { path: ["^server/(?!media/)", "^web/", "^demo/", "^contract/(?!media-frames\\.ts$)"] },
    },
    {
      name: "nothing-draws-but-the-studio",
      comment: "demo/studio makes demo/art and is installed for that alone: what it made is what others read",
      severity: "error",
      from: { pathNot: "^demo/studio/" },
      to: { path: "^demo/studio/" },
    },
    {
      name: "production-needs-nothing-of-development",
      comment: "npm ci --omit=dev starts the product and its demo",
      severity: "error",
      from: {
        path: "^(contract|server|media-engine|demo)/",
        pathNot: ["\\.test\\.ts$", "^demo/studio/"],
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "test-code-stands-apart",
      comment: "what only tests use stands in testing/: the product and its demo run without it",
      severity: "error",
      from: { path: "^(contract|server|web|media-engine|demo)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^testing/" },
    },
    {
      name: "no-circles",
      comment: "imports of types count as well: what the parts of a module need stands in its needs.ts",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "nothing-unresolvable",
      severity: "error",
      // The studio has dependencies of its own.
      from: { pathNot: "^demo/studio/" },
      to: { couldNotResolve: true, pathNot: ["^virtual:", "\\+types/", "paraglide"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["web/paraglide", "^build/"] },
    // Reads imports of types too. The options that need TypeScript's own API, tsConfig for one, do not work with
    // TypeScript 7.
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
