import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import type { CardVault } from "./card-vault.ts";
import { collectScript } from "./collect-script.ts";
import { fieldPage, fieldPolicy } from "./field-page.ts";

const fieldQuery = z.object({
  name: z.enum(["ccnumber", "ccexp", "cvv"]),
  title: z.string().max(100),
  placeholder: z.string().max(40),
  set: z.string().regex(/^[0-9a-z]{1,20}$/),
  key: z.string().max(100),
  language: z.string().regex(/^[a-z]{2}$/),
  css: z.string().max(2_000),
});
const typedCard = z.object({
  key: z.string(),
  ccnumber: z.string().regex(/^\d{13,19}$/),
  ccexp: z.string().regex(/^(0[1-9]|1[0-2])\s*\/?\s*\d{2}$/),
  cvv: z.string().regex(/^\d{3,4}$/),
});

/**
 * The fields that a processor shows in a merchant's checkout: `GET /token/Collect.js`, `GET /token/field` in a frame, and
 * `POST /token/create` from there, which keeps the card and answers `{token, card: {number}}`, masked.
 */
export function collectServer({
  vault,
  tokenizationKey,
}: {
  vault: CardVault;
  tokenizationKey: string;
}): FastifyPluginAsync {
  return async (app) => {
    app.get("/token/Collect.js", async (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").header("cache-control", "no-store").send(collectScript),
    );
    app.get("/token/field", async (request, reply) => {
      const asked = fieldQuery.safeParse(request.query);
      if (!asked.success) return reply.status(400).send("");
      return reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-store")
        .header("content-security-policy", fieldPolicy)
        .send(fieldPage(asked.data));
    });
    app.post("/token/create", async (request, reply) => {
      const typed = typedCard.safeParse(request.body);
      if (!typed.success || typed.data.key !== tokenizationKey)
        return reply.status(400).send({ error: "bad_request" });
      const { ccnumber } = typed.data;
      const number = ccnumber.slice(0, 6) + "*".repeat(ccnumber.length - 10) + ccnumber.slice(-4);
      return reply
        .header("cache-control", "no-store")
        .send({ token: vault.keep(ccnumber), card: { number } });
    });
  };
}
