import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/**
 * What every page runs at once. Left to itself the bundler cuts these into forty files of a few hundred bytes, which
 * compress badly: 30 KB more for the front page.
 */
const framework =
  /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/][a-z-]+|thumbhash)[\\/]/;
const shell = new RegExp(
  [
    "web/(root|ErrorPage|CheckoutMount)\\.tsx",
    "web/routes/(site|home)\\.tsx",
    "web/features/(home|shell/(?!Drawer))",
    "web/lib/(rooms/|realtime/|[a-z-]+\\.ts$)",
    "web/ui/(Avatar|Badge|button-look|Button|Coin|Count|cx|DemoMark|Empty|ErrorCard|flag-codes|Flag|Icon|IconButton|Logo|MenuButton|Pill|Segmented|Skeleton|Spinner|toast|Toasts)\\.",
    "web/paraglide/runtime",
  ].join("|"),
);

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
  ],
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
            { name: "shell", test: shell, priority: 1 },
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
      "thumbhash",
      "@maskito/core",
      "@maskito/react",
    ],
  },
});
