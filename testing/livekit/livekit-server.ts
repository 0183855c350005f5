import type { LivekitSettings } from "#server/media/livekit/livekit-api.ts";
import { type Ports, type ServerProcess, startServer } from "#testing/processes/server-process.ts";
import { findLivekitServer } from "../../scripts/find-executable.ts";

/** A real LiveKit on this machine. When it is killed and starts again nobody is in it. */
export type LivekitServer = Omit<ServerProcess, "ports"> & { settings: LivekitSettings };

/** The keys of every test server. */
export const livekitKeys = { apiKey: "test", apiSecret: "a-secret-of-the-tests-that-is-long-enough" };

/** Path of the server's program; null: the tests that need it are skipped. */
export const livekitServer = findLivekitServer();

/** Starts a server that listens on this machine alone and reports what happens to `webhookUrl`, if given. */
export async function startLivekitServer(webhookUrl?: string): Promise<LivekitServer> {
  const server = await startServer({
    name: "LiveKit",
    file: livekitServer ?? "",
    // JSON is YAML.
    argsOf: (ports) => ["--config-body", JSON.stringify(configOf(ports, webhookUrl))],
    answers: ([port]) => answers(urlOf(port)),
  });
  return Object.assign(server, { settings: { url: urlOf(server.ports[0]), ...livekitKeys } });
}

const urlOf = (port: number) => `http://127.0.0.1:${port}`;

function configOf([port, udpPort, tcpPort]: Ports, webhookUrl: string | undefined) {
  return {
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
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
