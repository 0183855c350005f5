import type { FastifyInstance } from "fastify";
import { sameSitePath } from "#server/kit/http/same-site-path.ts";

/** The cookie by which a browser is known to be an adult's; the page writes the same one where its script runs. */
const cookie = `adult=1; Path=/; SameSite=Lax; Max-Age=${365 * 24 * 3600}`;
const bodyMaxBytes = 1024;

/**
 * `POST /adult?back=`: somebody certifies to be 18 or older before the page's script has come. Answers 303 to the page
 * they wanted.
 */
export function adultRoute(app: FastifyInstance, secure: boolean): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: bodyMaxBytes },
    (_request, _body, done) => done(null, {}),
  );
  app.post<{ Querystring: { back?: unknown } }>("/adult", async ({ query: { back } }, reply) =>
    reply
      .header("set-cookie", secure ? `${cookie}; Secure` : cookie)
      .header("cache-control", "no-store")
      .redirect(sameSitePath(typeof back === "string" ? back : null) ?? "/", 303),
  );
}
