import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { AppContract, AppEndpoint } from "#contract/contract.ts";
import type { Answer } from "#contract/endpoint.ts";

// Without style sheets nothing can be told to be hidden by them, and asking each element takes most of the time.
configure({ defaultHidden: true });

type Body<K extends AppEndpoint> =
  Answer<AppContract[K]> extends infer A ? (A extends { status: 200; body: infer B } ? B : never) : never;
/** What the API answers with 200, by endpoint; every other call fails like a network that is down. */
export type Answers = { [K in AppEndpoint]?: Body<K> };

export type OpenPage = {
  user: UserEvent;
  /** Path and query of every call so far. */
  calls: string[];
  close(): void;
};

/** Draws a part of the web app in a document without a browser, for whoever is signed in there. */
export function openPage(part: ReactNode, answers: Answers, options: { signedIn?: boolean } = {}): OpenPage {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit = {}) => {
    calls.push(path);
    const body = answers[`${method} ${path.split("?", 1)[0]}` as AppEndpoint];
    if (body === undefined) throw new TypeError(`nothing answers ${method} ${path}`);
    return new Response(JSON.stringify(body), { status: 200 });
  });
  if (options.signedIn ?? true) signIn();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
  return { user: userEvent.setup(), calls, close: closePage };
}

/** Takes down what is drawn, and forgets who was signed in. */
export function closePage(): void {
  cleanup();
  vi.unstubAllGlobals();
  for (const name of ["token", "fan_id"]) setCookie(name, "", "; Max-Age=0");
}

function signIn(): void {
  const part = (content: object) => btoa(JSON.stringify(content)).replaceAll("=", "");
  setCookie("token", `${part({ alg: "HS256" })}.${part({ sub: "7", exp: 4_102_444_800 })}.c2ln`);
  setCookie("fan_id", "7");
}

function setCookie(name: string, value: string, attributes = ""): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the document of a test has no other way to a cookie
  document.cookie = `${name}=${value}; Path=/${attributes}`;
}
