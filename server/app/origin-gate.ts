import type { IncomingMessage } from "node:http";
import type { Config } from "#server/config.ts";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Which pages may open an event socket: ours, and on the machine itself any name of the machine. */
export function originGate({ publicOrigin, demo }: Pick<Config, "publicOrigin" | "demo">) {
  const ours = new URL(publicOrigin);
  return (origin: string): boolean => {
    if (origin === ours.origin) return true;
    const asking = URL.parse(origin);
    return demo && asking !== null && loopback.test(asking.hostname) && asking.port === ours.port;
  };
}

/** The address that a proxy in front says a request came from; the proxy's own when it says none. */
export function forwardedAddress(request: IncomingMessage): string {
  const said = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")[0]
    ?.trim();
  return said || (request.socket.remoteAddress ?? "unknown");
}
