import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList } from "node:net";
import type { FastifyRequest } from "fastify";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Headers by which a proxy says that it passes on somebody else's request (RFC 7239, and what was used before it). */
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Tells operators from everybody else: by the bearer token, where there is one, or because they ask from the machine
 * itself. The connection's own address counts, never what a header claims; a request that a proxy on this machine has
 * passed on comes from somewhere else.
 */
export function operatorGate(token: string | null) {
  return ({ raw }: FastifyRequest): boolean => {
    const given = /^Bearer +(\S+) *$/i.exec(raw.headers.authorization ?? "")?.[1];
    if (given !== undefined && token !== null && sameText(given, token)) return true;
    const isPassedOn = proxyHeaders.some((name) => raw.headers[name] !== undefined);
    return !isPassedOn && isLoopback(raw.socket.remoteAddress ?? "");
  };
}

function isLoopback(address: string): boolean {
  return loopback.check(address, address.includes(":") ? "ipv6" : "ipv4");
}

/** Compares without telling by its time how much is right. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
