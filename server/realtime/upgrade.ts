import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { realtimeProtocol } from "#contract/realtime.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Population } from "./population.ts";
import type { Subject } from "./subject.ts";
import type { Tickets } from "./tickets.ts";

/** Why a page may not open a socket, as the HTTP status it gets. */
export type UpgradeRefusal = 400 | 401 | 403 | 429 | 503;

export type Gate = {
  tickets: Tickets;
  population: Population;
  allowedOrigins: (origin: string) => boolean;
  addressOf: (request: IncomingMessage) => string;
  isOverloaded: () => boolean;
};

/** What {@link admitUpgrade} lets in: who it is, and a function to call when the socket has closed. */
export type Admission = { subject: Subject; left: () => void };

/**
 * Checks one upgrade request: Origin (403), subprotocol (400), the state of the process (503), ticket (401), room for one
 * more (429). Only who passes the first three spends the ticket; the caps come after it, because they need to know whose it is.
 */
export function admitUpgrade(
  request: IncomingMessage,
  { tickets, population, allowedOrigins, addressOf, isOverloaded }: Gate,
): Result<Admission, UpgradeRefusal> {
  const { origin } = request.headers;
  if (!origin || !allowedOrigins(origin)) return refuse(403);
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  if (!offered.includes(realtimeProtocol)) return refuse(400);
  if (isOverloaded()) return refuse(503);
  const ticket = new URL(request.url ?? "/", "http://localhost").searchParams.get("ticket");
  if (!ticket) return refuse(401);
  const redeemed = tickets.redeem(ticket);
  if (!redeemed.ok) return refuse(redeemed.refusal === "busy" ? 429 : 401);
  const left = population.enter(addressOf(request), redeemed.subject.userId);
  return left ? ok({ subject: redeemed.subject, left }) : refuse(429);
}

const retryLater = "Retry-After: 2\r\n";

/** Answers an upgrade request with a plain HTTP status and hangs up. */
export function refuseUpgrade(wire: Duplex, status: UpgradeRefusal | 404): void {
  wire.on("error", () => wire.destroy());
  wire.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${status === 503 ? retryLater : ""}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => wire.destroy(),
  );
}
