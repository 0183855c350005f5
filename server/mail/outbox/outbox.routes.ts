import { randomBytes } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { id } from "#contract/common.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { languageOf } from "#server/kit/http/language.ts";
import type { Mail } from "../mail.ts";
import { outboxPage } from "./outbox-page.ts";

/** The frame of a mail runs no script and knows nothing of us; its links open in a new tab. */
const framePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "frame-ancestors 'self'",
  "base-uri 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

const pagePolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'`;

/** `GET /dev/outbox.json`, and `/dev/outbox` for people: every mail that was sent. Only for the demo. */
export function outboxRoutes({ mail, db }: { mail: Mail; db: Reader }): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onSend", async (_request, reply) => void reply.header("cache-control", "no-store"));
    app.get("/dev/outbox.json", () => mail.outbox(db));
    app.get<{ Querystring: { mail?: string } }>("/dev/outbox", async (request, reply) => {
      const nonce = randomBytes(16).toString("base64");
      const language = languageOf(request.headers["accept-language"]);
      const page = outboxPage({
        mails: await mail.outbox(db),
        openId: Number(request.query.mail) || null,
        language,
        nonce,
      });
      return reply
        .header("content-security-policy", pagePolicy(nonce))
        .type("text/html; charset=utf-8")
        .send(page);
    });
    app.get<{ Params: { id: string } }>("/dev/outbox/:id", async (request, reply) => {
      const mailId = id.safeParse(request.params.id);
      const found = mailId.success ? await mail.outboxMail(db, mailId.data) : undefined;
      if (!found) return reply.callNotFound();
      return reply
        .header("content-security-policy", framePolicy)
        .type("text/html; charset=utf-8")
        .send(found.html.replace("<head>", '<head><base target="_blank">'));
    });
  };
}
