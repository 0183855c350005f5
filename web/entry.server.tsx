import { AsyncLocalStorage } from "node:async_hooks";
import type { ReactNode } from "react";
import { preinit } from "react-dom";
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from "react-router";
import type { Language } from "#contract/common.ts";
import { nameSite } from "#contract/site-name.ts";
import { type RequestContext, requestContext } from "#web/lib/page/request-context.ts";
import { answerUrlLogin } from "#web/lib/session/answer-url-login.ts";
import { endingCookies } from "#web/lib/session/ending-cookies.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import {
  createGuestPageCache,
  guestPageKey,
  type SharedPage,
  sharedPaths,
} from "#web/render/guest-page-cache.ts";
import {
  apiOf,
  type PageAnswer,
  type PageRequest,
  prepareRequestContext,
} from "#web/render/prepare-request.ts";
import { recallLanguage } from "#web/render/recall-language.ts";
import { renderToHtml } from "#web/render/render-to-html.ts";
import { guestPageHeader, guestPageOf } from "#web/service-worker/rules.ts";

const renderTimeoutMs = 6_000;
const guestPages = createGuestPageCache();
const languageOfRender = new AsyncLocalStorage<Language>();
overwriteGetLocale(() => languageOfRender.getStore() ?? "en");

/**
 * The way in for the web server: answers one request for a page. Only plain values and web-standard objects cross it,
 * because this bundle and the server's own modules are two separate graphs.
 */
export function createPageHandler(build: ServerBuild, mode: string) {
  const handle = createRequestHandler(build, mode);
  const isShared = sharedPaths(build.routes);
  return async (page: PageRequest): Promise<PageAnswer> => {
    const { request } = page;
    nameSite(page.siteName);
    const loggedIn = await answerUrlLogin({ request, apiFor: (token) => apiOf(page, token, "en") });
    if (loggedIn) return { response: loggedIn, whole: null };
    const context = await prepareRequestContext(page);
    const key = guestPageKey(request, context, isShared);
    const shared = key === null ? null : await guestPages.get(key, () => renderShared(handle, page, context));
    const response = shared ? new Response(null, shared) : await run(handle, request, context);
    const variant = guestPageOf(request, context, response);
    if (variant !== null) response.headers.set(guestPageHeader, variant);
    if (context.session === "ended")
      for (const cookie of endingCookies(request)) response.headers.append("set-cookie", cookie);
    return { response, whole: shared };
  };
}

type Handle = ReturnType<typeof createRequestHandler>;

function run(handle: Handle, request: Request, context: RequestContext): Promise<Response> {
  const provider = new RouterContextProvider();
  provider.set(requestContext, context);
  return languageOfRender.run(context.language, () => handle(request, provider));
}

/** Not ended when the visitor leaves for whom it began: others wait for it too. */
async function renderShared(
  handle: Handle,
  { request, nonce }: PageRequest,
  context: RequestContext,
): Promise<SharedPage> {
  const unending = new Request(request.url, { headers: request.headers });
  const answer = await run(handle, unending, context);
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, body, nonce };
}

export const streamTimeout = renderTimeoutMs - 1_000;

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(requestContext).report(error);
};

/**
 * Has the document load the style sheet of the site's own colours. It is here and not in the document's own parts, because
 * browsers have no need of the code: React leaves style sheets in place that it finds in a head.
 */
function SiteSheet({ href, children }: { href: string | null; children: ReactNode }) {
  if (href !== null) preinit(href, { as: "style", precedence: "site" });
  return children;
}

/** Renders one document. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const context = loadContext.get(requestContext);
  const nonce = context.nonce || undefined;
  let failed = false;
  const page = (
    <SiteSheet href={context.sheet}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </SiteSheet>
  );
  const html = await renderToHtml(page, {
    nonce,
    script: context.session === "none" ? recallLanguage : undefined,
    timeoutMs: renderTimeoutMs,
    signal: request.signal,
    onError(error) {
      failed = true;
      if (!request.signal.aborted) context.report(error);
    },
  });
  headers.set("content-length", String(html.length));
  return new Response(new Uint8Array(html), { status: failed ? 500 : status, headers });
}
