import path from "node:path";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { withoutUnusedParts } from "./vite.unused.ts";

/**
 * What every page runs at once. Left to itself the bundler cuts these into forty files of a few hundred bytes, which
 * compress badly: 30 KB more for the front page.
 */
const framework = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/][a-z-]+)[\\/]/;
const shell = new RegExp(
  [
    "web/(root|AccountSteps|AgeGate|ErrorPage|LanguageLinks|CheckoutMount)\\.tsx",
    "web/routes/(site|home)\\.tsx",
    "web/features/(home/|shell/(?!Drawer))",
    "web/lib/(rooms/|realtime/|account/account-flags|[a-z-]+\\.tsx?$)",
    "web/ui/(Badge|button-look|Button|Count|cx|DemoMark|flag-codes|Flag|Icon|IconButton|Logo|Pill|Segmented|Skeleton|Spinner)\\.",
  ].join("|"),
);
/** What every page needs, but only once it is alive. */
const afterwards = new RegExp(
  [
    "web/features/shell/(Afterwards|LanguageMenu|LiveRooms|OfflineBar|SiteFooter|ThemeButton|use-language-switch|use-session-watch)",
    "web/lib/(legal-pages|stored-role|theme|rooms/(patch-rooms|use-live-rooms|use-live-topics)|realtime/(line|listeners|realtime-client|timing))",
    "web/ui/(MenuButton|toast|Toasts)\\.",
  ].join("|"),
);
/** What a guest's first page never runs by itself: the header of somebody signed in, answers to a press, bad news. */
const seldom = new RegExp(
  [
    "web/features/shell/(BalanceButton|SettingsMenu|use-logout)",
    "web/features/home/(FavoriteList|like|ListNotice)",
    "web/lib/(guard-in-browser|guards|saved-route|sign-in|url-login|rooms/use-live-favorites)\\.",
    "web/ui/(Avatar|Coin|Empty|ErrorCard)\\.",
  ].join("|"),
);
/** What only other pages use, or what is loaded when something rare has happened. */
const elsewhere = /web\/lib\/(clock|download|legacy-routes|over-xhr|referrer|room-refusal|social-token)\./;

export default defineConfig({
  plugins: [
    tailwindcss(),
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./web/paraglide",
      strategy: ["globalVariable", "baseLocale"],
      // The server keeps the language of each render itself (web/entry.server.tsx).
      disableAsyncLocalStorage: true,
      emitTsDeclarations: true,
      isServer: "import.meta.env.SSR",
    }),
    reactRouter(),
    withoutUnusedParts(),
  ],
  resolve: {
    // The language is the document's: of Paraglide's ways to find one out, none is needed.
    alias: [
      {
        find: /^(#web\/paraglide|\.\.)\/runtime\.js$/,
        replacement: path.join(import.meta.dirname, "web/lib/message-language.ts"),
      },
    ],
  },
  publicDir: "web/public",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    cssMinify: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "framework", test: framework, priority: 2 },
            {
              name: "shell",
              test: (id: string) =>
                shell.test(id) && ![afterwards, seldom, elsewhere].some((other) => other.test(id)),
              priority: 1,
            },
            { name: "afterwards", test: afterwards, priority: 0 },
            { name: "seldom", test: seldom, priority: 0 },
          ],
        },
      },
    },
  },
  // Named here so that the development server does not discover them one by one and reload the page each time.
  optimizeDeps: {
    include: [
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-runtime",
      "react/jsx-dev-runtime",
      "react-router",
      "react-router/dom",
      "@tanstack/react-query",
      "radix-ui",
      "react-hook-form",
      "@hookform/resolvers/zod",
      "zod/mini",
      "@maskito/core",
      "@maskito/react",
    ],
  },
});
