import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { createRequestHandler, type ServerBuild } from "react-router";
import type { SeenPage } from "./pages.ts";

/** The one page of it. */
export const frameworkPage: SeenPage = { name: "framework", path: "/", cookie: "seen=1" };

const root = path.resolve(import.meta.dirname, "../..");
const buildDir = path.join(root, "node_modules/.cache/bench-framework");

/**
 * The floor of every page: a page with one button, rendered and hydrated by the releases of React, React Router and
 * TanStack Query that the product has, with the names of its pages' parts (`Menu` opens a dialog). No page of the
 * product can cost a phone less than this one.
 */
export async function serveFrameworkAlone(): Promise<{ origin: string; stop(): void }> {
  await promisify(execFile)(
    process.execPath,
    [
      path.join(root, "node_modules/@react-router/dev/bin.cjs"),
      "build",
      "bench/web/framework",
      "--logLevel=warn",
    ],
    { cwd: root, env: { ...process.env, NODE_ENV: "production" } },
  );
  const entry = pathToFileURL(path.join(buildDir, "server/index.js")).href;
  const handle = createRequestHandler((await import(entry)) as ServerBuild, "production");
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname.startsWith("/assets/")) return sendAsset(pathname, response);
    // Browsers and Lighthouse ask for more, which this build would log as failures of its own.
    if (pathname !== frameworkPage.path) return send(response, 404, "text/plain", "");
    const answer = await handle(new Request(`http://localhost${request.url}`));
    send(response, answer.status, answer.headers.get("content-type") ?? "", await answer.text());
  });
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, stop: () => void server.close() };
}

async function sendAsset(pathname: string, response: ServerResponse): Promise<void> {
  const text = await readFile(path.join(buildDir, "client", path.normalize(pathname)), "utf8");
  response.setHeader("cache-control", "public, max-age=31536000, immutable");
  send(response, 200, pathname.endsWith(".js") ? "text/javascript" : "text/css", text);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { "content-type": type, "content-encoding": "gzip" }).end(gzipSync(text));
}
