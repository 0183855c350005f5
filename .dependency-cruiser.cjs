/**
 * The borders of the modules, which stand in one order; each imports only what stands before it, and only its front
 * door. What must flow the other way is an event.
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
const wholeOrder = [...order, "config", "web", "app", "start"];

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

module.exports = {
  forbidden: [
    ...inOrder,
    ...frontDoors,
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
          "^contract/(accept-language|search-key|written-text|file-content|field-bounds|room-values|report-reasons|card-number|card-expiry|latin-digits|notification-paths|subscription-status|subscription-terms|unlisted-seconds|receipt-lines)\\.ts$",
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
      comment: "the media engine knows no fans and no tokens",
      severity: "error",
      from: { path: "^media-engine/", pathNot: "\\.test\\.ts$" },
      to: { path: ["^server/(?!media/)", "^web/", "^demo/", "^contract/"] },
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
    // Reads imports of types too. What needs TypeScript's own API, as tsConfig, is not to be had with TypeScript 7.
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
