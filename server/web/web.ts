import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { siteName } from "#contract/site-name.ts";
import type { Site } from "#server/config/alternate-hosts.ts";
import { allowedMethods } from "#server/kit/http/allowed-methods.ts";
import { readCookie } from "#server/kit/http/call.ts";
import { compressOnce } from "#server/kit/http/compress-once.ts";
import { pathOf } from "#server/kit/http/path-of.ts";
import { refuseOverloaded } from "#server/kit/http/refuse-overloaded.ts";
import { comesFromOtherSite } from "#server/kit/http/same-site-path.ts";
import { refuseMethodWith } from "#server/kit/http/server.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { formPaths, longFormPaths } from "#web/lib/navigation/form-paths.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { continueAsRoute, type WebSessions } from "./continue-as.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { lookRoutes } from "./look/look-routes.ts";
import { type Look, ownLook } from "./look/look.ts";
import { offlinePageRoute } from "./offline-page.ts";
import type { PageHandler } from "./pages.ts";
import { renderInThread } from "./render-thread.ts";
import { serveAssets, serviceWorkerRoute } from "./static-files.ts";

export type WebNeeds = {
  /** Folder that `ensureWebBuild` filled. */
  buildDir: string;
  /** The demonstration world is on: pages carry the DEMO mark. */
  demo: boolean;
  /** Scheme and host by which the public reaches us, without a trailing slash. */
  publicOrigin: string;
  /** Where pages send the files of chats: another origin, which takes them by a token in a header. */
  photosOrigin: string;
  /** The site that a page shows under the host that it was asked for. */
  siteOf: (host: string) => Site;
  /** Logo, icon and colours of the operator's own; absent: the product's. */
  look?: Look;
  /** Page of the external billing provider where a membership can be cancelled, or null. */
  billingCancelUrl: string | null;
  /** Signing in with X is set up. */
  twitterSignIn: boolean;
  /** The users whose sessions the cookies hold. */
  sessions: WebSessions;
  /** The header by which the trusted proxy names the country of a visitor, or null. */
  countryHeader: string | null;
  /** False takes the service worker back from every browser that has it. */
  serviceWorker: boolean;
  /** Further origins to which pages may connect: media nodes. */
  connectTo?: readonly string[];
  /** Origins of the hosted forms that are shown in a frame. */
  framesOf?: readonly string[];
  /** How late pages may be, in ms, before they are refused; see `kit/overload`. */
  refuseAfterMs: number;
  /** Renders from source instead of from the build; see `mountDevelopmentPages`. */
  developmentPages?: PageHandler;
};

const formBytesMax = 16 * 1024;
/** A character is up to twelve bytes in a form. */
const longFormBytesMax = 80 * 1024;

/** First segments of paths under which a miss is an API answer, never a page. */
export const notPages = "api service whip whep livekit dev metrics healthz readyz assets files".split(" ");

const notPagesPattern = new RegExp(`^/(${notPages.join("|")})(/|$)`);

/**
 * Serves the web app on `app`: its files, and a rendered page for every other GET. Register it with
 * `await app.register((scope) => serveWeb(scope, needs))` after the API, in a scope of its own, so that its
 * compression and its wildcard touch nothing else.
 */
export async function serveWeb(app: FastifyInstance, needs: WebNeeds): Promise<void> {
  const pages = needs.developmentPages ?? (await pagesOfBuild(app, needs));
  await app.register(compress, {
    encodings: ["br", "gzip"],
    // Flush after every piece, or the compressor holds the stream back until the page is whole.
    brotliOptions: { flush: 1, params: { 1: 4 } },
    zlibOptions: { flush: 2, level: 6 },
  });
  const { look = ownLook } = needs;
  lookRoutes(app, look.files);
  if (!needs.developmentPages) await serveAssets(app, needs.buildDir, look);
  serviceWorkerRoute(app, needs.serviceWorker && !needs.developmentPages ? needs.buildDir : null);
  offlinePageRoute(app, look);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: formBytesMax },
    (_request, body, done) => done(null, body),
  );
  continueAsRoute(app, needs);
  app.get("/*", (request, reply) => {
    if (notPagesPattern.test(pathOf(request.url))) return reply.callNotFound();
    return renderPage(app, pages, needs, request, reply);
  });
  const takeForms = (paths: readonly string[], bodyLimit: number) => {
    for (const path of paths)
      app.post(path, { bodyLimit }, (request, reply) =>
        comesFromOtherSite(request, needs.publicOrigin)
          ? reply.redirect(path, 303)
          : renderPage(app, pages, needs, request, reply),
      );
  };
  takeForms(formPaths, formBytesMax);
  takeForms(longFormPaths, longFormBytesMax);
  app.route({
    method: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    url: "/*",
    // Before a body is read: what it is does not matter.
    onRequest: refuseMethod,
    handler: refuseMethod,
  });
}

async function pagesOfBuild(app: FastifyInstance, needs: WebNeeds): Promise<PageHandler> {
  const thread = await renderInThread(needs.buildDir, needs.refuseAfterMs);
  app.addHook("onClose", () => thread.stop());
  return thread.pages;
}

/**
 * Most pages are read only, whatever else an address takes; where there are none the server answers which methods it
 * takes.
 */
async function refuseMethod(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (notPagesPattern.test(pathOf(request.url))) {
    reply.callNotFound();
    return reply;
  }
  const allowed = new Set(["GET", "HEAD", ...allowedMethods(request.server, request.url)]);
  return refuseMethodWith(request, reply, [...allowed]);
}

async function renderPage(
  app: FastifyInstance,
  pages: PageHandler,
  needs: WebNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const nonce = needs.developmentPages ? "" : randomBytes(16).toString("base64");
  const { look = ownLook } = needs;
  const { logo, noindex } = needs.siteOf(request.host);
  const site = { logo: logo ?? look.logo, noindex, sheet: look.sheet };
  const { transport, wasOverloaded, cookies } = inProcessTransport(app, request, needs.countryHeader);
  const { response, whole } = await pages({
    request: webRequest(request, reply, needs.publicOrigin),
    transport,
    nonce,
    requestId: request.id,
    demo: needs.demo,
    origin: needs.publicOrigin,
    photosOrigin: needs.photosOrigin,
    site,
    siteName: siteName(),
    billingCancelUrl: needs.billingCancelUrl,
    twitter: needs.twitterSignIn,
    report: (error) => request.log.error({ err: error, requestId: request.id }, "page failed"),
  });
  if (wasOverloaded()) return refuseOverloaded(request, reply);
  copyHeaders(response, reply);
  if (cookies().length > 0) reply.header("set-cookie", [...cookies()]);
  await keepFilesOpen(needs, request, reply);
  reply.code(response.status).header("x-request-id", request.id);
  if (nonce !== "")
    reply.header(
      "content-security-policy",
      contentSecurityPolicy(
        whole?.nonce ?? nonce,
        { ...needs, connectTo: elsewhere(needs), logo: site.logo },
        request.host,
      ),
    );
  if (whole) return sendWhole(whole.body, request, reply);
  if (response.body === null) return reply.send();
  if (response.headers.has("content-length"))
    return sendWhole(Buffer.from(await response.arrayBuffer()), request, reply);
  return reply.send(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]));
}

/** A page in a session sets the cookie by which its pictures and players read private files. */
async function keepFilesOpen(
  { sessions: { cookies } }: WebNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = readCookie(request.headers.cookie, cookieNames.token);
  const cookie = token && (await cookies.fileSessionOfToken(token));
  if (cookie) reply.header("set-cookie", cookie);
}

const elsewhere = ({ photosOrigin, connectTo = [] }: WebNeeds) => [photosOrigin, ...connectTo];

/** An answer with a length is finished: compressed in one piece it costs a third of a stream. */
async function sendWhole(whole: Buffer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (reply.hasHeader("content-encoding")) return reply.header("content-length", whole.length).send(whole);
  const { body, encoding } = await compressOnce(whole, request.headers["accept-encoding"]);
  if (encoding) reply.header("content-encoding", encoding);
  return reply.header("content-length", body.length).send(body);
}

/** `Origin` is not among them: it was compared with the host that was asked, which may not be the public one. */
const headersOfPages = [
  "cookie",
  "accept",
  "accept-encoding",
  "accept-language",
  "user-agent",
  "referer",
  "content-type",
] as const;

function webRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const name of headersOfPages) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const url = addressOf(request.url, origin);
  const form = request.method === "POST" && typeof request.body === "string" ? { body: request.body } : {};
  return new Request(url, { method: request.method, headers, signal: gone.signal, ...form });
}

/**
 * The requested address, at our own origin: a request line may name another one (RFC 9112, section 3.2.2). A path
 * that begins with two slashes would name one too wherever it is resolved, so its slashes are taken for part of a
 * name.
 */
function addressOf(asked: string, origin: string): URL {
  const url = new URL(origin + asked.replace(/^https?:\/\/[^/?]*/i, "").replace(/^(?!\/)/, "/"));
  url.pathname = url.pathname.replace(/^\/{2,}/, "/%2F");
  return url;
}

function copyHeaders(response: Response, reply: FastifyReply): void {
  for (const [name, value] of response.headers) if (name !== "set-cookie") reply.header(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  // Pages speak to one person in one language: no shared cache may keep them.
  if (!response.headers.has("cache-control")) reply.header("cache-control", "private, no-store");
  // The label that parental filters read, rtalabel.org; the document carries it too.
  reply.header("rating", "RTA-5042-1996-1400-1577-RTA");
  reply.header("vary", "Cookie, Accept-Language, Accept-Encoding");
}
