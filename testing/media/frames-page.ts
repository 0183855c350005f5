import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import {
  decodeFramesMessage,
  type FramesHello,
  type FramesMessage,
  type FramesRefusal,
  framesRefusal,
} from "#contract/media-frames.ts";
import { memoryLimits } from "#server/kit/http/limits.ts";
import { type FramesNeeds, openFrames } from "#server/media/frames-routes.ts";
import type { MediaEngine } from "#server/media/media-engine.ts";
import { until } from "#testing/until.ts";

type Frame = Extract<FramesMessage, { kind: "video" | "audio" }>;

/** A page that watches over HTTPS, as far as its messages go. */
export type FramesPage = {
  socket: WebSocket;
  messages: FramesMessage[];
  frames(kind?: Frame["kind"]): Frame[];
  /** The session's id; null before it has begun. */
  session(): string | null;
  /** How it was closed: a refusal, or by the bare end of the connection. */
  closed(): FramesRefusal | "ended" | null;
  /** Reports like a page that shows what it gets, at once, until it is stopped. */
  showEverything(everyMs?: number): () => void;
  say(text: string): void;
};

export type FramesServer = {
  url(slug: string): string;
  /** Opens a page; `localAddress` is where it connects from. */
  page(slug: string, hello?: Partial<FramesHello> | string | null, localAddress?: string): FramesPage;
  stop(): Promise<void>;
};

/** Tokens of tests: `fan:1|public` watches any room with that tag. */
const anyToken: FramesNeeds["authorizePlay"] = async (slug, bearer) =>
  bearer.startsWith("fan:")
    ? { ok: true, room: slug, tag: bearer, person: bearer.split("|")[0] ?? bearer }
    : { ok: false, refusal: "unauthorized" };

/** The door for frames of an engine, on a server of its own. */
export async function framesServer(
  media: MediaEngine,
  needs: Partial<FramesNeeds> = {},
): Promise<FramesServer> {
  const server = createServer();
  const frames = openFrames({
    media,
    authorizePlay: anyToken,
    addressOf: ({ socket }: IncomingMessage) => socket.remoteAddress ?? "",
    limits: memoryLimits(),
    log: { warn() {} },
    ...needs,
  });
  frames.attach(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const pages: FramesPage[] = [];
  const url = (slug: string) => `ws://127.0.0.1:${port}/frames/${slug}`;
  return {
    url,
    page(slug, hello = {}, localAddress) {
      const page = openFramesPage(url(slug), hello, localAddress);
      pages.push(page);
      return page;
    },
    async stop() {
      for (const { socket } of pages) socket.terminate();
      frames.stop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Connects a page; `hello` null says nothing. */
export function openFramesPage(
  url: string,
  hello: Partial<FramesHello> | string | null = {},
  localAddress = "127.0.0.1",
): FramesPage {
  const socket = new WebSocket(url, { localAddress, perMessageDeflate: true });
  const messages: FramesMessage[] = [];
  let closed: FramesRefusal | "ended" | null = null;
  const say = (text: string) => void (socket.readyState === socket.OPEN && socket.send(text));
  socket.on("open", () => {
    if (hello === null) return;
    say(typeof hello === "string" ? hello : JSON.stringify({ token: "fan:1|public", ...hello }));
  });
  socket.on("error", () => {});
  socket.on("message", (data: Buffer, isBinary) => {
    const message = isBinary ? decodeFramesMessage(Uint8Array.from(data)) : null;
    if (!message) throw new Error("a message that is none");
    messages.push(message);
  });
  socket.on("close", (code, reason) => {
    closed ??= framesRefusal({ code, reason: String(reason) }) ?? "ended";
  });
  const frames = (kind?: Frame["kind"]) =>
    messages.filter(
      (message): message is Frame =>
        (message.kind === "video" || message.kind === "audio") && (!kind || message.kind === kind),
    );
  return {
    socket,
    messages,
    frames,
    say,
    session: () => messages.find((message) => message.kind === "session")?.session ?? null,
    closed: () => closed,
    showEverything(everyMs = 100) {
      const timer = setInterval(
        () =>
          say(
            JSON.stringify({
              shown: Math.max(
                0,
                ...frames()
                  .slice(-100)
                  .map(({ timeUs }) => timeUs),
              ),
            }),
          ),
        everyMs,
      );
      socket.on("close", () => clearInterval(timer));
      return () => clearInterval(timer);
    },
  };
}

/** Resolves once the page has got so many pictures. */
export const pictures = (page: FramesPage, count: number) =>
  until(() => page.frames("video").length >= count, `${count} pictures`);
