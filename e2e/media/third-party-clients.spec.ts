import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import Fastify from "fastify";
import { build } from "vite";
import { startMediaEngine } from "#server/media/media.ts";
import { whipRoutes } from "#server/media/whip/whip-routes.ts";

const entry = fileURLToPath(new URL("./third-party-clients.page.ts", import.meta.url));
const log = { info() {}, warn() {}, error() {} };

/** Bundles the page that uses the npm clients as a stranger's web site would. */
async function bundlePage(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, lib: { entry, formats: ["es"] }, rollupOptions: { external: [] } },
  });
  const bundles = Array.isArray(output) ? output : "output" in output ? [output] : [];
  const chunk = bundles.flatMap((bundle) => bundle.output).find((part) => part.type === "chunk");
  if (!chunk) throw new Error("nothing was bundled");
  return chunk.code;
}

test("a stranger's WHIP client publishes and a stranger's WHEP player plays it", async ({ browser }) => {
  const media = await startMediaEngine({ udpPort: 0, log });
  // Browsers open connections ahead of any request, which an orderly end would wait for.
  const app = Fastify({ forceCloseConnections: true });
  app.register(
    whipRoutes({
      media,
      authorizePublish: async (slug, bearer) =>
        bearer === "stream-key" ? { ok: true, room: slug } : { ok: false, refusal: "unauthorized" },
      authorizePlay: async (slug, bearer) =>
        bearer === "playback-token"
          ? { ok: true, room: slug, tag: "fan:1" }
          : { ok: false, refusal: "unauthorized" },
    }),
  );
  const script = await bundlePage();
  app.get("/clients.js", (_request, reply) => reply.type("text/javascript").send(script));
  app.get("/", (_request, reply) =>
    reply
      .type("text/html")
      .send('<!doctype html><title>clients</title><script type="module" src="/clients.js"></script>'),
  );
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  try {
    const publisher = await browser.newPage();
    await publisher.goto(origin);
    await publisher.evaluate((url) => window.publishWithWhipClient(url, "stream-key"), `${origin}/whip/luna`);
    const viewer = await browser.newPage();
    await viewer.goto(origin);
    await viewer.evaluate(
      (url) => window.playWithWebRtcPlayer(url, "Bearer playback-token"),
      `${origin}/whep/luna`,
    );
    await expect.poll(() => viewer.evaluate(() => window.framesShown())).toBeGreaterThan(20);
    const soundAndPicture = () => viewer.evaluate(() => window.kindsReceived());
    await expect.poll(soundAndPicture).toEqual(["audio", "video"]);
  } finally {
    await app.close();
    await media.stop();
  }
});
