import { randomBytes } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { id } from "#contract/common.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { languageOf } from "#server/kit/http/language.ts";
import type { Mailer } from "../email.ts";
import { outboxPage } from "./outbox-page.ts";

/** The frame of an email runs no scripts and cannot reach this page; its links open in a new tab. */
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

/** `GET /dev/outbox.json`, and `/dev/outbox` for people: every email that was sent. Only for the demo. */
export function outboxRoutes({ mailer, db }: { mailer: Mailer; db: Reader }): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onSend", async (_request, reply) => void reply.header("cache-control", "no-store"));
    app.get("/dev/outbox.json", () => mailer.outbox(db));
    app.get<{ Querystring: { mail?: string } }>("/dev/outbox", async (request, reply) => {
      const nonce = randomBytes(16).toString("base64");
      const language = languageOf(request.headers["accept-language"]);
      const page = outboxPage({
        emails: await mailer.outbox(db),
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
      const emailId = id.safeParse(request.params.id);
      const found = emailId.success ? await mailer.outboxEmail(db, emailId.data) : undefined;
      if (!found) return reply.callNotFound();
      return reply
        .header("content-security-policy", framePolicy)
        .type("text/html; charset=utf-8")
        .send(found.html.replace("<head>", '<head><base target="_blank">'));
    });
  };
}
