import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";
import { makeCertificates } from "#testing/certificates.ts";
import { type Ports, startServer } from "#testing/processes/server-process.ts";
import { findCaddy, findNginx } from "../../scripts/find-executable.ts";

/** A real proxy on this machine in front of the product, set up by its file in `deploy/`. */
export type Proxy = {
  /** `https://127.0.0.1:…`, with a certificate that this process takes until the test has finished. */
  origin: string;
  /** The second origin, of the files of chats. */
  photosOrigin: string;
  /** Where it listens without TLS, to lead callers to the other port. */
  plainOrigin: string;
};

type Setup = { folder: string; certificate: string; key: string; nodes: readonly string[] };
export type ProxyKind = {
  name: "nginx" | "Caddy";
  /** Path of its program; null: the tests that need it are skipped. */
  file: string | null;
  /** Writes its configuration; answers the arguments of the program. */
  configure(setup: Setup, ports: Ports): string[];
};

const deployed = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, "../../deploy", name), "utf8");

/** Puts in what stands in angle brackets, and fails where the file no longer has what is replaced. */
function fill(text: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  return replacements.reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`the file has no ${from}`);
    return filled.replaceAll(from, to);
  }, text);
}

const nginx: ProxyKind = {
  name: "nginx",
  file: findNginx(),
  configure({ folder, certificate, key, nodes }, [port, plain]) {
    const site = fill(deployed("nginx.conf"), [
      [
        "    server 127.0.0.1:3000 max_fails=0;",
        nodes.map((node) => `server ${node} max_fails=0;`).join("\n"),
      ],
      ["/etc/letsencrypt/live/<cams.example.com>/fullchain.pem", certificate],
      ["/etc/letsencrypt/live/<cams.example.com>/privkey.pem", key],
      ["<cams.example.com>", "127.0.0.1"],
      ["<photos.cams.example.com>", "localhost"],
      ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
      ["listen [::]:443 ssl", `listen [::1]:${port} ssl`],
      ["listen 80;", `listen 127.0.0.1:${plain};`],
      ["listen [::]:80;", `listen [::1]:${plain};`],
    ]);
    writeFileSync(path.join(folder, "fanlight.conf"), site);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    // In one process, so that nothing of it is left when it is killed.
    const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
      events { worker_connections 1024; }
      http { access_log off; ${paths.join(" ")} include ${folder}/fanlight.conf; }`;
    writeFileSync(path.join(folder, "nginx.conf"), main);
    return ["-p", folder, "-c", path.join(folder, "nginx.conf")];
  },
};

const caddy: ProxyKind = {
  name: "Caddy",
  file: findCaddy(),
  configure({ folder, certificate, key, nodes }, [port, plain]) {
    const site = fill(deployed("Caddyfile"), [
      ["to 127.0.0.1:3000", `to ${nodes.join(" ")}`],
      [
        "<cams.example.com>, <photos.cams.example.com> {",
        `127.0.0.1, localhost {\n\ttls ${certificate} ${key}\n`,
      ],
    ]);
    const file = path.join(folder, "Caddyfile");
    writeFileSync(file, `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${port}\n}\n${site}`);
    return ["run", "--adapter", "caddyfile", "--config", file];
  },
};

export const proxyKinds = [nginx, caddy] as const;

/** Starts one in front of these addresses for the test that runs, at whose end it is gone. */
export async function startProxy(kind: ProxyKind, nodes: readonly string[]): Promise<Proxy> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-proxy-"));
  const { authority, certificate, key } = makeCertificates(folder);
  trust(authority);
  const setup = { folder, certificate, key, nodes: nodes.map((origin) => new URL(origin).host) };
  const server = await startServer({
    name: kind.name,
    file: kind.file ?? "",
    argsOf: (ports) => kind.configure(setup, ports),
    // Caddy keeps what it was told last, and its certificates, in the folders of its user.
    env: { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    answers: ([port]) => isReady(`https://127.0.0.1:${port}`),
  });
  onTestFinished(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const [port, plain] = server.ports;
  return {
    origin: `https://127.0.0.1:${port}`,
    photosOrigin: `https://localhost:${port}`,
    plainOrigin: `http://127.0.0.1:${plain}`,
  };
}

/** By a connection of its own: one that is kept would outlive the proxy. */
function isReady(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    request(`${origin}/readyz`, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    })
      .once("error", () => resolve(false))
      .end();
  });
}

/** Lets what this process connects to show a certificate that this authority signed, until the test has finished. */
function trust(authority: string): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, readFileSync(authority, "utf8")]);
  onTestFinished(() => setDefaultCACertificates(before));
}
