import { ensureWebBuild } from "../server/web/build.ts";

/** Builds the web app as the first start would; run in the folder of the checkout. */
await ensureWebBuild({ rootDir: process.cwd(), log: console.log });
