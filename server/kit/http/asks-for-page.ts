import type { FastifyRequest } from "fastify";

/** Does a browser open this address as a page, by its address bar or a link? Scripts ask for other things. */
export function asksForPage({ method, headers }: Pick<FastifyRequest, "method" | "headers">): boolean {
  return method === "GET" && headers.accept?.includes("text/html") === true;
}
