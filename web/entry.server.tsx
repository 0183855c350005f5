import { AsyncLocalStorage } from "node:async_hooks";
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from "react-router";
import type { Language } from "#contract/common.ts";
import { PageConfigProvider } from "#web/lib/page/page-config.ts";
import { type RequestContext, requestContext } from "#web/lib/page/request-context.ts";
import { answerUrlLogin } from "#web/lib/session/answer-url-login.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { withData, withLateScripts, withLowPriorityScripts } from "#web/render/finish-document.ts";
import type { PageHandle } from "#web/render/page-handle.ts";
import {
  apiOf,
  endingCookies,
  type PageRequest,
  prepareRequestContext,
} from "#web/render/prepare-request.ts";
import { recentGuestPages } from "#web/render/recent-guest-pages.ts";
import { wholeHtml } from "#web/render/whole-html.ts";
import { GUEST_PAGE_HEADER, guestPageOf } from "#web/service-worker/rules.ts";

const RENDER_TIMEOUT_MS = 6_000;
const recent = recentGuestPages();
const languageOfRender = new AsyncLocalStorage<Language>();
overwriteGetLocale(() => languageOfRender.getStore() ?? "en");

/**
 * The door for the web server: renders the page of one request. Only plain values and web-standard objects cross
 * it, because this bundle and the server's own modules are two separate graphs.
 */
export function createPageHandler(build: ServerBuild, mode: string) {
  const handle = createRequestHandler(build, mode);
  return async (page: PageRequest): Promise<Response> => {
    const { request } = page;
    const handed = await answerUrlLogin({ request, apiFor: (token) => apiOf(page, token, "en") });
    if (handed) return handed;
    const context = await prepareRequestContext(page);
    const known = recent.find(page.request, context);
    const response =
      known === null
        ? await languageOfRender.run(context.language, () => handle(page.request, providerOf(context)))
        : documentOf(known, 200, new Headers());
    const guests = guestPageOf(page.request, context, response);
    if (guests !== null) response.headers.set(GUEST_PAGE_HEADER, guests);
    if (context.session === "ended")
      for (const cookie of endingCookies()) response.headers.append("set-cookie", cookie);
    return response;
  };
}

function providerOf(context: RequestContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(requestContext, context);
  return provider;
}

export const streamTimeout = RENDER_TIMEOUT_MS - 1_000;

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(requestContext).report(error);
};

/** Renders one document. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  if (request.method === "HEAD") return documentOf(null, status, headers);
  const context = loadContext.get(requestContext);
  let answerStatus = status;
  const [html, data] = await Promise.all([
    wholeHtml(
      <PageConfigProvider value={context}>
        <ServerRouter context={routerContext} url={request.url} nonce={context.nonce || undefined} />
      </PageConfigProvider>,
      {
        nonce: context.nonce || undefined,
        timeoutMs: RENDER_TIMEOUT_MS,
        signal: request.signal,
        onError(error) {
          answerStatus = 500;
          if (!request.signal.aborted) context.report(error);
        },
      },
    ),
    textOf(serverHandoffStream),
  ]);
  const finish = scriptsMayWait(routerContext) ? withLateScripts : withLowPriorityScripts;
  const whole = finish(withData(html, data, context.nonce));
  if (answerStatus === 200 && !headers.has("set-cookie")) recent.keep(request, context, whole);
  return documentOf(whole, answerStatus, headers);
}

function documentOf(html: string | null, status: number, headers: Headers): Response {
  const body = html === null ? null : Buffer.from(html);
  headers.set("content-type", "text/html; charset=utf-8");
  if (body) headers.set("content-length", String(body.length));
  return new Response(body, { status, headers });
}

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** A page says so by `export const handle: PageHandle`. */
function scriptsMayWait({ staticHandlerContext }: Pick<EntryContext, "staticHandlerContext">): boolean {
  const page = staticHandlerContext.matches.at(-1)?.route.handle as PageHandle | undefined;
  return import.meta.env.PROD && page?.scripts === "after-pictures";
}
