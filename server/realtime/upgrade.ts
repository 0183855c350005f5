import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { realtimeProtocol } from "#contract/realtime.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { createOccupancy } from "#server/kit/occupancy.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { Redeemed, Tickets } from "./tickets.ts";

/** Why a page may not open a socket, as the HTTP status it gets. */
export type UpgradeRefusal = 400 | 401 | 403 | 429 | 503;

export type Gate = {
  tickets: Tickets;
  connectionCount: ConnectionCount;
  allowedOrigins: (origin: string) => boolean;
  addressOf: (request: IncomingMessage) => string;
  isOverloaded: () => boolean;
};

/** An admitted socket: its subject, and a function to call when the socket has closed. */
export type Admission = Redeemed & { left: () => void };

/**
 * Checks one upgrade request: a foreign Origin (403), subprotocol (400), the state of the process (503), ticket (401), limits
 * (429). The ticket is used up only when the first three pass; the limits come after it, because they depend on its user.
 */
export async function admitUpgrade(
  request: IncomingMessage,
  { tickets, connectionCount, allowedOrigins, addressOf, isOverloaded }: Gate,
): Promise<Result<Admission, UpgradeRefusal>> {
  const { origin } = request.headers;
  // Only a browser opens sockets on behalf of another site, and it always names that site.
  if (origin !== undefined && !allowedOrigins(origin)) return refuse(403);
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  if (!offered.includes(realtimeProtocol)) return refuse(400);
  if (isOverloaded()) return refuse(503);
  const ticket = new URL(request.url ?? "/", "http://localhost").searchParams.get("ticket");
  if (!ticket) return refuse(401);
  const redeemed = await tickets.redeem(ticket);
  if (!redeemed.ok) return refuse(redeemed.refusal === "busy" ? 429 : 401);
  const left = connectionCount.enter(addressOf(request), redeemed.subject.userId);
  return left ? ok({ ...redeemed, left }) : refuse(429);
}

const retryLater = "Retry-After: 2\r\n";

/** Answers an upgrade request with a plain HTTP status and closes the connection. */
export function refuseUpgrade(wire: Duplex, status: UpgradeRefusal): void {
  wire.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${status === 503 ? retryLater : ""}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => wire.destroy(),
  );
}

/** Counts open sockets: in total, per address block and per user. */
export type ConnectionCount = {
  /** Counts one more socket and returns how to release it; null when a limit is reached. */
  enter(address: string, userId: number | null): (() => void) | null;
};

type ConnectionLimits = Pick<RealtimeLimits, "socketsMax" | "socketsPerAddressMax" | "socketsPerUserMax">;

/** Creates an empty {@link ConnectionCount}. */
export function createConnectionCount(limits: ConnectionLimits): ConnectionCount {
  const ofAddresses = createOccupancy({ perKeyMax: limits.socketsPerAddressMax, max: limits.socketsMax });
  const ofUsers = createOccupancy({ perKeyMax: limits.socketsPerUserMax });
  return {
    enter(address, userId) {
      const leaveAddress = ofAddresses.enter(addressBlock(address));
      if (!leaveAddress || userId === null) return leaveAddress;
      const leaveUser = ofUsers.enter(String(userId));
      if (!leaveUser) leaveAddress();
      return (
        leaveUser &&
        (() => {
          leaveUser();
          leaveAddress();
        })
      );
    },
  };
}
