import { renderToString } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

export default function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  headers.set("content-type", "text/html; charset=utf-8");
  const html = renderToString(<ServerRouter context={context} url={request.url} />);
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
