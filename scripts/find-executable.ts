import { accessSync, constants, globSync } from "node:fs";
import path from "node:path";

/** The first of these programs on the PATH; null when there is none. */
function findOnPath(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The one without windows first: it draws the same pages with half the processor time. */
const chromiums = [
  ...["chromium-headless-shell", "chrome-headless-shell"],
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
];

/** Path of a Chromium for the browser journeys: `CHROMIUM_PATH`, else the first on the PATH, else null. */
export function findChromium(): string | null {
  const wanted = process.env.CHROMIUM_PATH;
  return wanted ? (isExecutable(wanted) ? wanted : null) : findOnPath(chromiums);
}

/** Path of a Firefox for journeys: `FIREFOX_PATH`, else the first on the PATH, else null. */
export function findFirefox(): string | null {
  const wanted = process.env.FIREFOX_PATH;
  return wanted ? (isExecutable(wanted) ? wanted : null) : findOnPath(["firefox-esr", "firefox"]);
}

/** Path of NSS's certutil, which gives a Firefox the certificates of the tests; null without. */
export function findCertutil(): string | null {
  return findOnPath(["certutil"]);
}

/** The programs that drive WebKitGTK without a window in sight: WebDriver's server, the small browser, and a screen. */
export type WebKitPrograms = { driver: string; browser: string; screen: string };

/** Where distributions put the small browser of WebKitGTK. */
const smallBrowsers = ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "libexec", "lib"].map(
  (folder) => `/usr/${folder}/webkit2gtk-4.1/MiniBrowser`,
);

/** The programs that journeys in WebKit need; null where one of them is missing. */
export function findWebKit(): WebKitPrograms | null {
  const driver = findOnPath(["WebKitWebDriver"]);
  const browser = smallBrowsers.find(isExecutable);
  const screen = findOnPath(["Xvfb"]);
  return driver && browser && screen ? { driver, browser, screen } : null;
}

/** The release that the tests are known to pass with. */
export const schemathesisVersion = "4.32.5";

/** Path of Schemathesis: `SCHEMATHESIS_PATH`, else the one on the PATH, else null. */
export function findSchemathesis(): string | null {
  const wanted = process.env.SCHEMATHESIS_PATH;
  return wanted ? (isExecutable(wanted) ? wanted : null) : findOnPath(["schemathesis"]);
}

/** The release of versitygw that the tests are known to pass with. */
export const versitygwVersion = "v1.8.0";

/** Path of versitygw, an S3 server: `VERSITYGW_PATH`, else the one on the PATH, else null. */
export function findVersitygw(): string | null {
  const wanted = process.env.VERSITYGW_PATH;
  return wanted ? (isExecutable(wanted) ? wanted : null) : findOnPath(["versitygw"]);
}

/** Path of a Redis server: `REDIS_SERVER_PATH`, else the one on the PATH, else null. */
export function findRedisServer(): string | null {
  const wanted = process.env.REDIS_SERVER_PATH;
  return wanted ? (isExecutable(wanted) ? wanted : null) : findOnPath(["redis-server"]);
}

/** The release of LiveKit that the tests are known to pass with. */
export const livekitVersion = "v1.11.0";

/** Path of a LiveKit server: `LIVEKIT_SERVER_PATH`, else the one on the PATH, else null. */
export function findLivekitServer(): string | null {
  const wanted = process.env.LIVEKIT_SERVER_PATH;
  return wanted ? (isExecutable(wanted) ? wanted : null) : findOnPath(["livekit-server"]);
}

/** Path of coturn, a TURN server: `TURNSERVER_PATH`, else the one on the PATH, else null. */
export function findCoturn(): string | null {
  const wanted = process.env.TURNSERVER_PATH;
  return wanted ? (isExecutable(wanted) ? wanted : null) : findOnPath(["turnserver"]);
}

/** Path of nginx, which stands in front of the product: `NGINX_PATH`, else the one on the PATH or beside it, else null. */
export function findNginx(): string | null {
  const wanted = process.env.NGINX_PATH;
  if (wanted) return isExecutable(wanted) ? wanted : null;
  return findOnPath(["nginx"]) ?? ["/usr/sbin/nginx"].find(isExecutable) ?? null;
}

/** Path of Caddy, which stands in front of the product: `CADDY_PATH`, else the one on the PATH, else null. */
export function findCaddy(): string | null {
  const wanted = process.env.CADDY_PATH;
  return wanted ? (isExecutable(wanted) ? wanted : null) : findOnPath(["caddy"]);
}

/** Path of systemd-analyze, which reads unit files: the one on the PATH, else null. */
export function findSystemdAnalyze(): string | null {
  return findOnPath(["systemd-analyze"]);
}

/** Folder of a PostgreSQL's own programs: `PG_BIN`, else where Debian puts them, the newest first, else null. */
export function findPostgresPrograms(): string | null {
  const versions = globSync("/usr/lib/postgresql/*/bin").sort(
    (one, other) => Number(other.split("/")[4]) - Number(one.split("/")[4]),
  );
  const folders = process.env.PG_BIN ? [process.env.PG_BIN] : versions;
  return folders.find((folder) => isExecutable(path.join(folder, "pg_basebackup"))) ?? null;
}
