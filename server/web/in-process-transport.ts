import type { FastifyInstance, FastifyRequest } from "fastify";
import type { InjectOptions } from "light-my-request";
import type { Transport } from "#web/lib/api.ts";

/** Carries API calls of a page being rendered into this same process, in the name of the visitor's own address. */
export function inProcessTransport(app: FastifyInstance, visitor: FastifyRequest): Transport {
  return async ({ method, path, headers, body }) => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: path,
      headers: { ...headers, host: visitor.host, "user-agent": visitor.headers["user-agent"] ?? "" },
      remoteAddress: visitor.ip,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, text: answer.payload };
  };
}
