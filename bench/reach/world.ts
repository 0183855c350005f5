import { mkdtempSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#testing/free-port.ts";
import {
  clearWeather,
  type Detour,
  openTcpDetour,
  openUdpDetour,
  type Weather,
} from "#testing/network/bad-network.ts";
import { startCoturn } from "#testing/turn/coturn.ts";
import { copyDataDir, startOnFreePort } from "../../e2e/product.ts";
import { productEnv } from "../../e2e/worker-product.ts";
import type { Network } from "./in-page.ts";

/** The whole product, a TURN server, and a network between them and who is measured. */
export type World = {
  /** For who is beside it. */
  origin: string;
  /** For who is measured: pages and what comes over HTTPS, through the network. */
  farOrigin: string;
  /** The faults of the network; may be changed. */
  weather: Weather;
  networkOf(rung: Network["rung"]): Network;
  stop(): Promise<void>;
};

const secret = "a secret of the tests, long enough for settings";
const near = "127.0.0.1";
/** Another address of this machine: the same port is free there, and the product takes its pages for its own. */
const farPages = "127.0.0.2";

/** Starts all of it. `preparedDir`: the data folder of a stopped product, which saves a minute. */
export async function startWorld(preparedDir: string | undefined): Promise<World> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-reach-"));
  if (preparedDir) copyDataDir(preparedDir, dataDir);
  const host = outerAddress();
  const turn = await startCoturn(secret, host, host);
  const mediaPort = await freePort();
  const product = await startOnFreePort({
    dataDir,
    env: {
      ...productEnv,
      HOST: near,
      DEMO_ROOMS: "luna",
      MEDIA_PORT: String(mediaPort),
      // The one address that the TURN server relays to.
      MEDIA_ADDRESS: host,
      TURN_URLS: `turn:${host}:${turn.port}`,
      TURN_SECRET: secret,
    },
  });
  const weather: Weather = { ...clearWeather };
  const media = { host, port: mediaPort };
  const [udp, tcp, relay, pages] = await Promise.all([
    openUdpDetour({ host, to: media, weather, seed: "media over UDP" }),
    openTcpDetour({ host, to: media, weather, seed: "media over TCP" }),
    openUdpDetour({ host, to: { host, port: turn.port }, weather, seed: "TURN" }),
    openTcpDetour({
      host: farPages,
      port: product.port,
      to: { host: near, port: product.port },
      weather,
      seed: "pages",
    }),
  ]);
  const detours: Detour[] = [udp, tcp, relay, pages];
  return {
    origin: `http://localhost:${product.port}`,
    farOrigin: `http://${farPages}:${product.port}`,
    weather,
    networkOf: (rung) => ({
      rung,
      media: { host, udp: udp.port, tcp: tcp.port },
      turn: `turn:${host}:${relay.port}`,
    }),
    async stop() {
      for (const detour of detours) detour.close();
      await product.end("SIGTERM");
      await turn.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Browsers send no media to a loopback address from one that is none, and Firefox takes no answer that names one. */
function outerAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? near;
}
