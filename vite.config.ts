import path from "node:path";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { oldestBrowsers } from "./scripts/browsers/oldest-browsers.ts";
import { groupsOfPages } from "./scripts/page-chunks.ts";

/** Every page's libraries: a file of their own, because they change more seldom than our code. */
const framework = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/][a-z-]+)[\\/]/;
/**
 * The modules that the front page runs at once, in one file with all that they import. Left to itself the bundler cuts
 * them into forty files of a few hundred bytes, which compress badly: 30 KB more.
 */
const shell = /web\/(entry\.client|root|routes\/(site|home))\.tsx/;
/** The modules that every page loads as soon as it is alive, with all that they import. */
const afterwards =
  /web\/(features\/(shell\/(Afterwards|live\/(LiveRooms|keep-queries-live))|home\/CardPreviews)|lib\/realtime\/realtime-client)\./;

/** Texts that several pages of staff show, or of an account: each would be a file, and be named in the list of routes. */
const sharedTexts =
  /paraglide[\\/]messages[\\/](admin|auth(?=_(email|login_title|max|password_hint|required|saved)\.)|chat(?=_(all|moderator_dismissed|pick)\.)|decision|notify|purchase|statement|studio|sub|support|tip(?=_(too_few|unknown_action)\.))s?_\w+\.js$/;

/** Pages whose code comes in a few files; `account` is what every page of somebody with a session loads once it is alive. */
const pages = {
  account:
    /web\/features\/(shell\/live\/(PersonalEvents|keep-personal-queries-live)|account\/(AccountNotices|SessionReminder)|inbox\/news\/NewMessages)\./,
  content: /web\/routes\/(videos\/videos|allposts\/posts)\./,
  preview: /web\/entities\/room\/preview\/LivePicture\./,
  profile: /web\/routes\/profile\/(profile|ModelContent)\./,
  ranking: /web\/routes\/trending\./,
  room: /web\/(routes\/(stream\/(stream|RoomView|RoomError)|promo-stream)|features\/room\/RoomOnItsWay)\./,
};
/** Large parts that use some of theirs: without them they would get the rest of it, too. */
const neighbours = {
  chat: /web\/(routes\/chat\/chats|features\/inbox\/thread\/OpenThread)\./,
  checkout: /web\/features\/checkout\/CheckoutDialog\./,
  settings: /web\/routes\/settings\/settings\./,
  studio: /web\/routes\/model\/studio\./,
};

export default defineConfig({
  plugins: [
    tailwindcss(),
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./web/paraglide",
      strategy: ["globalVariable", "baseLocale"],
      // The server keeps the language of each render itself (web/entry.server.tsx).
      disableAsyncLocalStorage: true,
      // For the type check and for editors: making them takes a fifth of a build.
      emitTsDeclarations: process.env.NODE_ENV !== "production",
      isServer: "import.meta.env.SSR",
    }),
    reactRouter(),
  ],
  resolve: {
    // The language is the document's: of Paraglide's ways to find one out, none is needed.
    alias: [
      {
        find: /^(#web\/paraglide|\.\.)\/runtime\.js$/,
        replacement: path.join(import.meta.dirname, "web/lib/i18n/message-language.ts"),
      },
    ],
  },
  publicDir: "web/public",
  build: {
    target: oldestBrowsers.map(([name, version]) => `${name}${version}`),
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    cssMinify: true,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", test: framework, priority: 102 },
                { name: "shell", test: shell, priority: 101 },
                { name: "afterwards", test: afterwards, priority: 100 },
                ...groupsOfPages({ pages, neighbours }),
                {
                  name: (id) => `${sharedTexts.exec(id)?.[1]}-texts`,
                  test: sharedTexts,
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
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
      "@radix-ui/react-dialog",
      "react-hook-form",
      "@hookform/resolvers/zod",
      "zod/mini",
      "@maskito/core",
      "@maskito/react",
    ],
  },
});
