import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import type { Language } from "#contract/common.ts";
import type { AppContract, AppEndpoint } from "#contract/contract.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { FanProfile } from "#contract/profile.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { currentSession } from "#web/lib/session/session.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { dismissToast, toastStore } from "#web/ui/overlays/toast.ts";
import { Toasts } from "#web/ui/overlays/Toasts.tsx";

// Without style sheets nothing can be found to be hidden by them, and asking each element takes most of the time.
// A part whose code is loaded when it is first drawn takes its time on a busy machine.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });

type Body<K extends AppEndpoint> =
  Answer<AppContract[K]> extends infer A ? (A extends { status: 200; body: infer B } ? B : never) : never;

/** An answer with its status; status 0 is a connection that breaks. */
export type Reply = { status: number; body?: unknown };
/** One call of the page: its path with the query, what it sent as JSON, and whether it outlives the page. */
export type Call = {
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  keepalive: boolean;
};
/**
 * The API's answers, by endpoint: a body that goes out with 200, or the result of a function of the call. Every
 * other call fails like a network that is down.
 */
export type Answers = { [K in AppEndpoint]?: Body<K> | ((call: Call) => Reply | Promise<Reply>) };

export type PageOptions = {
  signedIn?: boolean;
  /** English by default. */
  language?: Language;
  /** Whether the browser makes WebRTC connections; true by default. */
  webrtc?: boolean;
  /** Path and query at which the page opens; `/` by default. */
  at?: string;
  /** How the page is brought into the document; at once, by default. */
  draw?(page: ReactNode): void;
};

export type OpenPage = {
  user: UserEvent;
  /** Path and query of every call so far. */
  calls: string[];
  /** Every call of an endpoint so far. */
  callsOf(endpoint: AppEndpoint): Call[];
  /** Path and query of the page now. */
  path(): string;
  /** Follows a link out of the part and back in. */
  go(path: string): Promise<void>;
  /** The notices at the page's top right at the moment, oldest first. */
  toasts(): string[];
  close(): void;
};

/** A media connection that never comes about. */
class SilentPeer {
  connectionState = "new";
  addTransceiver() {}
  createOffer = () => new Promise(() => {});
  close() {}
}

let isOpen = false;

/**
 * Draws a part of the web app in a document without a browser, for the user who is signed in there.
 * @throws while the page of a test before is not closed, in this file or the one before: it would still be signed in.
 */
export function openPage(part: ReactNode, answers: Answers, options: PageOptions = {}): OpenPage {
  if (isOpen) throw new Error("a page of a test before was not closed");
  isOpen = true;
  const calls: (Call & { endpoint: string })[] = [];
  const paths: string[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const call = { endpoint: `${init.method ?? "GET"} ${path.split("?", 1)[0]}`, ...callOf(path, init) };
    calls.push(call);
    paths.push(path);
    const { status, body } = await replyTo(call, answers);
    if (status === 0) throw new TypeError(`nothing answers ${call.endpoint}`);
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
  vi.stubGlobal("RTCPeerConnection", (options.webrtc ?? true) ? SilentPeer : undefined);
  if (options.signedIn ?? true) signIn();
  const language = options.language ?? "en";
  overwriteGetLocale(() => language);
  const page = (
    <>
      {part}
      <Toasts />
    </>
  );
  const at = options.at ?? "/";
  history.replaceState(null, "", at);
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: [at] });
  const draw = options.draw ?? render;
  draw(
    <QueryClientProvider client={browserQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    // Without style sheets nothing keeps a pointer away either.
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    calls: paths,
    callsOf: (endpoint) => calls.filter((call) => isOf(call.endpoint, endpoint)),
    path: () => router.state.location.pathname + router.state.location.search,
    go: (path) => act(() => router.navigate(path)),
    toasts: () => toastStore.read().map(({ text }) => text),
    close: closePage,
  };
}

/** Takes down the drawn page. The browser's storage stays, for the next page of the same visit. */
export function leavePage(): void {
  isOpen = false;
  cleanup();
}

/** Takes down what is drawn, and forgets who was signed in and what was known and shown. */
export function closePage(): void {
  leavePage();
  vi.unstubAllGlobals();
  browserQueryClient().clear();
  for (const { id } of toastStore.read()) dismissToast(id);
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split("; ")) setCookie(pair.split("=", 1)[0] ?? "", "", "; Max-Age=-1");
  overwriteGetLocale(() => "en");
}

/** Draws its part for the person whose profile the page has, as soon as it has one. */
export function ForViewer({ part }: { part(viewer: FanProfile): ReactNode }) {
  const viewer = useViewer();
  return viewer && part(viewer);
}

/** A fan as the API returns them, with what is different about this one. */
export function fanProfile(change: Partial<FanProfile> = {}): FanProfile {
  return {
    id: 7,
    role: "fan",
    login: "jo",
    email: "jo@example.test",
    avatar: null,
    balance: 0,
    held: 0,
    status: "active",
    validation: "confirmed",
    language: "en",
    country: "US",
    isColombian: false,
    has_password: true,
    has_second_factor: false,
    twitter: null,
    is_block_notification: false,
    priceChanges: [],
    blocked_models: [],
    banned_by: [],
    endingSubscriptions: [],
    ...change,
  } as FanProfile;
}

/** Answers of one endpoint in turn; the last one stays. */
export function inTurn(...replies: Reply[]): () => Reply {
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)] ?? { status: 0 };
}

function callOf(path: string, { body, headers, keepalive = false }: RequestInit): Call {
  return {
    path: path.split("?", 1)[0] ?? "",
    query: new URLSearchParams(path.split("?")[1]),
    body: typeof body === "string" ? JSON.parse(body) : body,
    headers: new Headers(headers),
    keepalive,
  };
}

async function replyTo(call: Call & { endpoint: string }, answers: Answers): Promise<Reply> {
  const endpoint = (Object.keys(answers) as AppEndpoint[]).find((each) => isOf(call.endpoint, each));
  if (endpoint === undefined) return { status: 0 };
  const answer: unknown = answers[endpoint];
  return typeof answer === "function"
    ? (answer as (call: Call) => Reply)(call)
    : { status: 200, body: answer };
}

/** Whether `GET /api/chat/7` is a call of `GET /api/chat/{id}`. */
function isOf(call: string, endpoint: AppEndpoint): boolean {
  const [called, declared] = [call.split("/"), endpoint.split("/")];
  return (
    called.length === declared.length &&
    declared.every((part, at) => part === called[at] || /^\{\w+\}$/.test(part))
  );
}

function signIn(): void {
  const part = (content: object) => btoa(JSON.stringify(content)).replaceAll("=", "");
  setCookie("token", `${part({ alg: "HS256" })}.${part({ sub: "7", exp: 4_102_444_800 })}.c2ln`);
  setCookie("fan_id", "7");
  if (currentSession() === null) throw new Error(`the document at ${location.href} keeps no session`);
}

function setCookie(name: string, value: string, attributes = ""): void {
  document.cookie = `${name}=${value}; Path=/${attributes}`;
}
