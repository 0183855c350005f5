import type { IncomingMessage } from "node:http";
import type { Config } from "#server/config.ts";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

type Hosts = Pick<Config, "publicOrigin" | "demo" | "alternateHosts">;

/**
 * Decides whether a page may open an event socket: ours under any host of ours, and on the machine itself any of its
 * names.
 */
export function originGate({ publicOrigin, demo, alternateHosts }: Hosts) {
  const ours = new URL(publicOrigin);
  return (origin: string): boolean => {
    if (origin === ours.origin) return true;
    const asking = URL.parse(origin);
    if (asking === null) return false;
    if (asking.protocol === ours.protocol && Object.hasOwn(alternateHosts, asking.hostname)) return true;
    return demo && loopback.test(asking.hostname) && asking.port === ours.port;
  };
}

/**
 * The address that the outermost of `proxies` saw a request come from. Each proxy adds one at the end of
 * `X-Forwarded-For`; what stands before was written by the caller and proves nothing.
 */
export function forwardedAddress(proxies: number) {
  return (request: IncomingMessage): string => {
    const forwarded = String(request.headers["x-forwarded-for"] ?? "")
      .split(",")
      .map((part) => part.trim());
    return forwarded.at(-proxies) || forwarded[0] || (request.socket.remoteAddress ?? "unknown");
  };
}
