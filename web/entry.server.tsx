import { AsyncLocalStorage } from "node:async_hooks";
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from "react-router";
import type { Language } from "#contract/common.ts";
import { DocumentProvider } from "#web/lib/document.ts";
import { answerUrlLogin } from "#web/lib/handed-session.ts";
import { type ServerFacts, serverFacts } from "#web/lib/server-context.ts";
import { apiOf, endingCookies, type PageRequest, prepareFacts } from "#web/lib/server-facts.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";

const RENDER_TIMEOUT_MS = 6_000;
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
    const facts = await prepareFacts(page);
    const response = await languageOfRender.run(facts.language, () =>
      handle(page.request, contextWith(facts)),
    );
    if (facts.session === "ended")
      for (const cookie of endingCookies()) response.headers.append("set-cookie", cookie);
    return response;
  };
}

function contextWith(facts: ServerFacts): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(serverFacts, facts);
  return context;
}

export const streamTimeout = RENDER_TIMEOUT_MS - 1_000;

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(serverFacts).report(error);
};

/** Renders one document; bots get it whole, people get it as it grows. */
export default function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  return new Promise((resolve, reject) => {
    const facts = loadContext.get(serverFacts);
    let answerStatus = status;
    const ready: keyof RenderToPipeableStreamOptions = isbot(request.headers.get("user-agent"))
      ? "onAllReady"
      : "onShellReady";
    const { pipe, abort } = renderToPipeableStream(
      <DocumentProvider value={facts}>
        <ServerRouter context={routerContext} url={request.url} nonce={facts.nonce || undefined} />
      </DocumentProvider>,
      {
        nonce: facts.nonce || undefined,
        [ready]() {
          const body = new PassThrough();
          // Without this every finished render would stay in memory until its timer fires.
          body.once("close", () => clearTimeout(timer));
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status: answerStatus, headers }));
        },
        onShellError: reject,
        onError(error) {
          answerStatus = 500;
          if (!request.signal.aborted) facts.report(error);
        },
      },
    );
    const timer = setTimeout(() => abort(new Error("rendering took too long")), RENDER_TIMEOUT_MS);
    request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  });
}
