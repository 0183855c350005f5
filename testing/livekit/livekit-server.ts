import { type ChildProcess, spawn } from "node:child_process";
import type { LivekitSettings } from "#server/media/livekit/livekit-api.ts";
import { findLivekitServer } from "../../scripts/find-executable.ts";
import { freePort } from "../free-port.ts";
import { until } from "../until.ts";

/** A real LiveKit on this machine. */
export type LivekitServer = {
  settings: LivekitSettings;
  /** The process; another one after {@link LivekitServer.start}. */
  readonly pid: number;
  /** Ends it at once. */
  stop(): Promise<void>;
  /** Starts it again at the same ports, with nobody in it. */
  start(): Promise<void>;
};

/** The keys of every test server. */
export const livekitKeys = { apiKey: "test", apiSecret: "a-secret-of-the-tests-that-is-long-enough" };

/** Path of the server's program; null: the tests that need it are skipped. */
export const livekitServer = findLivekitServer();

/** Starts a server that listens on this machine alone and tells what happens to `webhookUrl`, if given. */
export async function startLivekitServer(webhookUrl?: string): Promise<LivekitServer> {
  for (;;) {
    const server = await tryPorts([await freePort(), await freePort(), await freePort()], webhookUrl);
    if (server) return server;
  }
}

/** Null: something else has taken a port meanwhile. */
async function tryPorts(
  [port, udpPort, tcpPort]: [number, number, number],
  webhookUrl?: string,
): Promise<LivekitServer | null> {
  const config = {
    port,
    bind_addresses: ["127.0.0.1"],
    rtc: {
      udp_port: udpPort,
      tcp_port: tcpPort,
      use_external_ip: false,
      node_ip: "127.0.0.1",
      enable_loopback_candidate: true,
      interfaces: { includes: ["lo"] },
    },
    keys: { [livekitKeys.apiKey]: livekitKeys.apiSecret },
    logging: { level: "error" },
    ...(webhookUrl ? { webhook: { api_key: livekitKeys.apiKey, urls: [webhookUrl] } } : {}),
  };
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    // JSON is YAML.
    const started = spawn(livekitServer ?? "", ["--config-body", JSON.stringify(config)], {
      stdio: "ignore",
    });
    child = started;
    await until(() => started.exitCode !== null || answers(url), "LiveKit to answer");
    return started.exitCode === null;
  };
  if (!(await start())) return null;
  return {
    settings: { url, ...livekitKeys },
    get pid() {
      return child?.pid ?? 0;
    },
    stop: async () => child && end(child),
    async start() {
      if (!(await start())) throw new Error("LiveKit did not start again");
    },
  };
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}
