import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { bytesOf, nodeHeaders } from "./node-server.ts";
import type { reachOwner } from "./reach-owner.ts";

/** The longest body of a request that belongs to the owner: an SDP offer, or JSON. */
const bodyBytesMax = 256 * 1024;
/** How long what comes from people waits for an owner, ms. */
export const ownerWaitMs = 12_000;

/** Headers of one connection, which mean nothing on the next one (RFC 9110, section 7.6.1). */
const ofConnection = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "expect"];
const ofNodes: readonly string[] = Object.values(nodeHeaders);

/** The headers that another node gets with a request: what a caller writes into those between nodes is not passed on. */
export function headersToPassOn({ headers, socket }: IncomingMessage) {
  return {
    ...without(headers, [...ofConnection, ...ofNodes, "content-length", "accept-encoding"]),
    [nodeHeaders.address]: socket.remoteAddress ?? "",
  };
}

/** Has a request answered by the owner of the media, as if it had come to it. */
export async function passOnRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  reach: ReturnType<typeof reachOwner>,
): Promise<FastifyReply> {
  const { raw, method } = request;
  const body = await bytesOf(raw, bodyBytesMax);
  if (!body) throw Object.assign(new Error("a body is too long to be passed on"), { statusCode: 413 });
  const answer = await reach({
    method,
    path: request.url,
    headers: headersToPassOn(raw),
    body,
    isRepeatable: method === "GET" || method === "HEAD",
    waitMs: ownerWaitMs,
  });
  reply.code(answer.status);
  reply.headers(without(answer.headers, [...ofConnection, "content-length", "date", "x-request-id"]));
  return reply.send(answer.body.length > 0 ? answer.body : undefined);
}

function without<Value>(headers: Record<string, Value>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
