import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "#server/kit/clock.ts";
import { providerLanguage } from "../provider-pages/provider-page.ts";
import { authorizePage, authorizePolicy, wrongRequestPage } from "./authorize-page.ts";
import { type Grants, openGrants } from "./grants.ts";
import type { PeopleBook, XPerson } from "./people-book.ts";

export type XOptions = {
  clientId: string;
  clientSecret: string;
  /** May the client ask people to be sent back there? */
  isRegistered: (redirectUri: string) => boolean;
  people: PeopleBook;
  clock: Clock;
};

const callbackPath = "/auth/twitter/callback";

/** Is this the callback of one of our own origins? */
export function callbackOf(isOurs: (origin: string) => boolean) {
  return (redirectUri: string): boolean => {
    const url = URL.parse(redirectUri);
    return url !== null && isOurs(url.origin) && url.pathname === callbackPath && url.search === "";
  };
}

/** RFC 6749, 4.1.1 with RFC 7636: a code for a known client, bound to a challenge. */
const request = z.object({
  response_type: z.literal("code"),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string().regex(/\busers\.read\b/),
  state: z.string().min(8).max(500),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal("S256"),
});
type Asked = z.output<typeof request>;

const decision = z.object({
  decision: z.enum(["accept", "without_email", "refuse"]),
  person: z.string().default("new"),
  handle: z.string().trim().default(""),
  email: z.string().trim().default(""),
});
const newcomer = z.object({
  handle: z.string().regex(/^\w{1,15}$/),
  email: z.union([z.literal(""), z.email()]),
});

/**
 * A stand-in for X, to be registered under a prefix: `GET` and `POST /authorize` for the person, `POST /token` and
 * `GET /users/me` for the client, as documented for OAuth 2.0 with PKCE and `GET /2/users/me` at docs.x.com.
 */
export function xProvider(options: XOptions): FastifyPluginAsync {
  const grants = openGrants(options.clock);
  return async (app) => {
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 8192 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    personRoutes(app, options, grants);
    clientRoutes(app, options, grants);
  };
}

function personRoutes(app: FastifyInstance, options: XOptions, grants: Grants): void {
  app.get("/authorize", (asking, reply) => showPage(options, asking, reply, false));
  app.post("/authorize", (asking, reply) => {
    const asked = readRequest(options, asking);
    const decided = decision.safeParse(asking.body);
    if (!asked || !decided.success) return showPage(options, asking, reply, false);
    const back = new URL(asked.redirect_uri);
    back.searchParams.set("state", asked.state);
    if (decided.data.decision === "refuse") {
      back.searchParams.set("error", "access_denied");
      return reply.header("cache-control", "no-store").redirect(back.href, 303);
    }
    const person = personOf(options.people, decided.data);
    if (!person) return showPage(options, asking, reply, true);
    const withEmail = decided.data.decision === "accept" && /\busers\.email\b/.test(asked.scope);
    back.searchParams.set("code", grants.codeFor(grantOf(asked, person, withEmail)));
    return reply.header("cache-control", "no-store").redirect(back.href, 303);
  });
}

function clientRoutes(app: FastifyInstance, options: XOptions, grants: Grants): void {
  const expected = `Basic ${Buffer.from(`${options.clientId}:${options.clientSecret}`).toString("base64")}`;
  app.post("/token", async ({ headers, body }, reply) => {
    reply.header("cache-control", "no-store");
    if (headers.authorization !== expected) return reply.status(401).send({ error: "invalid_client" });
    const sent = z.record(z.string(), z.string()).safeParse(body).data ?? {};
    if (sent.grant_type !== "authorization_code")
      return reply.status(400).send({ error: "unsupported_grant_type" });
    const token = grants.redeem(sent.code ?? "", {
      clientId: options.clientId,
      redirectUri: sent.redirect_uri ?? "",
      verifier: sent.code_verifier ?? "",
    });
    if (token === null) return reply.status(400).send({ error: "invalid_grant" });
    return { token_type: "bearer", expires_in: 7200, access_token: token, scope: "users.read users.email" };
  });
  app.get<{ Querystring: { "user.fields"?: string } }>("/users/me", async ({ headers, query }, reply) => {
    reply.header("cache-control", "no-store");
    const grant = grants.behind((headers.authorization ?? "").replace(/^Bearer /, ""));
    const person = grant && options.people.byId(grant.personId);
    if (!person) return reply.status(401).send({ title: "Unauthorized", status: 401 });
    const { id, name, handle: username, email } = person;
    const wantsEmail = query["user.fields"]?.split(",").includes("confirmed_email") === true;
    const shown = grant.withEmail && wantsEmail && email !== null ? { confirmed_email: email } : {};
    return { data: { id, name, username, ...shown } };
  });
}

function readRequest(options: XOptions, { query }: FastifyRequest): Asked | null {
  const asked = request.safeParse(query).data;
  const isKnown = asked?.client_id === options.clientId && options.isRegistered(asked.redirect_uri);
  return isKnown ? asked : null;
}

function showPage(options: XOptions, asking: FastifyRequest, reply: FastifyReply, isWrong: boolean) {
  const asked = readRequest(options, asking);
  const language = providerLanguage(asking);
  reply
    .header("content-security-policy", authorizePolicy(asked ? new URL(asked.redirect_uri).origin : "'none'"))
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8");
  // A wrong request is never sent back: its address may be anybody's.
  if (!asked) return reply.status(400).send(wrongRequestPage(language));
  const people = options.people.all().slice(0, 12);
  return reply
    .status(isWrong ? 422 : 200)
    .send(authorizePage(language, { people, action: asking.url, isWrong }));
}

function personOf(people: PeopleBook, decided: z.output<typeof decision>): XPerson | undefined {
  if (decided.person !== "new") return people.byId(decided.person);
  const typed = newcomer.safeParse({ handle: decided.handle.replace(/^@/, ""), email: decided.email });
  return typed.success ? people.enter(typed.data.handle, typed.data.email || null) : undefined;
}

function grantOf(asked: Asked, person: XPerson, withEmail: boolean) {
  return {
    clientId: asked.client_id,
    redirectUri: asked.redirect_uri,
    challenge: asked.code_challenge,
    personId: person.id,
    withEmail,
  };
}
