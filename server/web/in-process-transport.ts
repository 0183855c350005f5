import type { FastifyInstance, FastifyRequest } from "fastify";
import type { InjectOptions } from "light-my-request";
import type { Transport } from "#web/lib/api/api.ts";

/** `wasOverloaded`: has a call been refused because there was too much to do? Then the page lacks something. */
export type InProcess = { transport: Transport; wasOverloaded(): boolean };

/** Carries API calls of a page being rendered into this same process, in the name of the visitor's own address. */
export function inProcessTransport(app: FastifyInstance, visitor: FastifyRequest): InProcess {
  let refused = false;
  const transport: Transport = async ({ method, path, headers, body }) => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: path,
      headers: { ...headers, host: visitor.host, "user-agent": visitor.headers["user-agent"] ?? "" },
      remoteAddress: visitor.ip,
      ...(body === undefined ? {} : { payload: body }),
    });
    refused ||= answer.statusCode === 503;
    return { status: answer.statusCode, text: answer.payload };
  };
  return { transport, wasOverloaded: () => refused };
}
