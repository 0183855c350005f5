import type { FastifyInstance, FastifyRequest } from "fastify";
import type { InjectOptions } from "light-my-request";
import type { Transport } from "#web/lib/api/api.ts";

export type InProcess = {
  transport: Transport;
  /** Has a call been refused because there was too much to do? Then the page lacks something. */
  wasOverloaded(): boolean;
  /** The `Set-Cookie` headers by which the API has answered what a form asked for. */
  cookies(): readonly string[];
};

/**
 * Carries API calls of a page being rendered into this same process, in the name of the visitor's own address, host,
 * protocol and country (as `countryHeader` names it, if there is one). The calls of a form go with the visitor's
 * cookies, by which the API recognises a device that has signed in before.
 */
export function inProcessTransport(
  app: FastifyInstance,
  visitor: FastifyRequest,
  countryHeader: string | null,
): InProcess {
  let refused = false;
  const cookies: string[] = [];
  const transport: Transport = async ({ method, path, headers, body }) => {
    // Programs open links as well: what is only read changes nothing.
    if (visitor.method !== "POST" && method !== "GET")
      throw new Error(`a page that is read asks for ${method} ${path}`);
    const isOfForm = visitor.method === "POST" && method === "POST";
    const cookie = isOfForm ? visitor.headers.cookie : undefined;
    const country = countryHeader === null ? undefined : visitor.headers[countryHeader];
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: path,
      headers: {
        ...headers,
        host: visitor.host,
        // As it is understood of the visitor: where no proxy is trusted, neither theirs nor this one is believed.
        "x-forwarded-proto": visitor.protocol,
        "user-agent": visitor.headers["user-agent"] ?? "",
        ...(countryHeader === null || country === undefined ? {} : { [countryHeader]: country }),
        ...(cookie === undefined ? {} : { cookie }),
      },
      remoteAddress: visitor.ip,
      ...(body === undefined ? {} : { payload: body }),
    });
    refused ||= answer.statusCode === 503;
    if (isOfForm) cookies.push(...[answer.headers["set-cookie"] ?? []].flat());
    return { status: answer.statusCode, text: answer.payload };
  };
  return { transport, wasOverloaded: () => refused, cookies: () => cookies };
}
