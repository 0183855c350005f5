import { fileURLToPath } from "node:url";

// Plain JavaScript on purpose: it must print something useful on a Node that cannot run the rest.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `Fanlight runs on Node 24, this is ${process.versions.node}. Run \`npm ci\` and start it by \`npm start\`, ` +
      "which bring their own on Linux; elsewhere install Node 24.",
  );
  process.exit(1);
}
// React is several times slower in its development form, which is its default.
process.env.NODE_ENV ??= process.env.DEVELOP === "1" ? "development" : "production";
// The code that Node strips of types and compiles is kept for the next start, and for the processes that this one
// starts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../node_modules/.cache/compile", import.meta.url));
const { enableCompileCache } = await import("node:module");
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import("../server/main.ts");
