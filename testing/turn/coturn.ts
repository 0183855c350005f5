import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeCertificates } from "#testing/certificates.ts";
import { startServer } from "#testing/processes/server-process.ts";
import { findCoturn } from "../../scripts/find-executable.ts";

/** A real coturn on this machine, set up by deploy/turnserver.conf. */
export type Coturn = {
  /** The port of UDP, TCP and TLS: coturn tells from the first bytes which one is spoken. */
  port: number;
  /** File of the authority that has signed its certificate: browsers take the server for what it says once they trust it. */
  authority: string;
  stop(): Promise<void>;
};

/** Path of the server's program; null: the tests that need it are skipped. */
export const coturn = findCoturn();

const configuration = path.resolve(import.meta.dirname, "../../deploy/turnserver.conf");

/**
 * Starts one that takes what `secret` signs. It relays to the media at `mediaAddress`: by default those of an engine of this
 * machine, which coturn has to be told to reach. `address` is its own.
 */
export async function startCoturn(
  secret: string,
  mediaAddress = "127.0.0.1",
  address = "127.0.0.1",
): Promise<Coturn> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-coturn-"));
  const { authority, certificate, key } = makeCertificates(folder);
  const file = path.join(folder, "turnserver.conf");
  const text = readFileSync(configuration, "utf8")
    .replaceAll("<TURN_SECRET>", secret)
    .replaceAll("<MEDIA_ADDRESS>", mediaAddress)
    .replaceAll("<turn.example.com>", "localhost");
  writeFileSync(file, text);
  const server = await startServer({
    name: "coturn",
    file: coturn ?? "",
    argsOf: ([port, low, high]) => [
      ...["-c", file, "--log-file=/dev/null", `--listening-ip=${address}`, `--relay-ip=${address}`],
      ...[`--listening-port=${port}`, `--tls-listening-port=${port}`],
      ...[`--min-port=${Math.min(low, high)}`, `--max-port=${Math.max(low, high)}`],
      ...[`--cert=${certificate}`, `--pkey=${key}`],
      ...[`--pidfile=${path.join(folder, "pid")}`, `--userdb=${path.join(folder, "users")}`],
      ...(mediaAddress === "127.0.0.1" ? ["--allow-loopback-peers"] : []),
    ],
    answers: ([port]) => answers(port, address),
  });
  return {
    port: server.ports[0],
    authority,
    async stop() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}
