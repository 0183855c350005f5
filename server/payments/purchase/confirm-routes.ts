import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { languageOf } from "#server/kit/http/language.ts";
import type { Payments } from "../payments.ts";

type Route = { Params: { gateway: string; id: string }; Querystring: { key?: unknown } };

/**
 * `GET` and `POST /service/payments/confirm/{gateway}/{id}?key=`: the page where a payer's bank confirms a sale, and
 * the form that it sends. Anybody who has the address may use it: it holds a secret, and only the payer is led there.
 */
export function confirmRoutes(payments: Pick<Payments, "confirmPage" | "confirm">): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 4_096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const path = "/service/payments/confirm/:gateway/:id";
    app.get<Route>(path, async (request, reply) => {
      prepare(reply);
      const language = languageOf(request.headers["accept-language"]);
      const answer = await payments.confirmPage(requestOf(request), language);
      if (!answer) return reply.status(404).send();
      if ("goTo" in answer) return reply.redirect(answer.goTo, 303);
      const { html, policy } = answer.page;
      return reply
        .header("content-security-policy", policy)
        .header("x-content-type-options", "nosniff")
        .type("text/html; charset=utf-8")
        .send(html);
    });
    app.post<Route & { Body: Record<string, string> | undefined }>(path, async (request, reply) => {
      prepare(reply);
      const goTo = await payments.confirm(requestOf(request), request.body ?? {});
      return goTo === null ? reply.status(404).send() : reply.redirect(goTo, 303);
    });
  };
}

/** The address is a secret of the payer. */
const prepare = (reply: FastifyReply) =>
  reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");

function requestOf({ params, query }: FastifyRequest<Route>) {
  return { ...params, key: typeof query.key === "string" ? query.key : "" };
}
