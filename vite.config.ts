import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

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
      "card-validator",
    ],
  },
});
