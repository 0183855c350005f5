import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type WebSocket as ServerSocket, WebSocketServer } from "ws";
import {
  encodeFramesMessage,
  type FramesRefusal,
  framesCloseCode,
  framesRefusals,
} from "#contract/media-frames.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { connectFrames } from "./frames-connection.ts";

/** A browser that plays these codecs. */
function browserWith(...codecs: string[]) {
  const isTypeSupported = (type: string) => codecs.some((codec) => type.includes(codec));
  vi.stubGlobal("MediaSource", Object.assign(class {}, { isTypeSupported }));
}

let server: WebSocketServer;
let url = "";
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/frames/luna`;
  browserWith("avc1", "vp8", "opus");
});
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

const session = encodeFramesMessage({ kind: "session", session: "s-1", sound: true });
const clock = manualClock();

/** Connects to a server that answers a page's hello so; `said` is what it has heard. */
async function connect(answer: (socket: ServerSocket) => void, silent = false) {
  const said: unknown[] = [];
  const losses: unknown[] = [];
  server.on("connection", (socket) => {
    socket.on("message", (message) => {
      said.push(JSON.parse(String(message)));
      if (said.length === 1) answer(socket);
    });
  });
  const address = { url: "", token: "ticket", fallback: { url } };
  const outcome = await connectFrames({ clock, silent }, address, "low", (why) => losses.push(why));
  return { outcome, said, losses };
}

test("R-OPEN-60: the page says its token and what it plays, and is in when a session is named", async () => {
  const { outcome, said, losses } = await connect((socket) => socket.send(session));
  expect(said).toEqual([{ token: "ticket", layer: "low", video: ["h264", "vp8"], sound: true }]);
  if (!outcome.ok) throw new Error(outcome.refusal);
  expect(outcome.connection.sessionId).toBe("s-1");
  expect(outcome.connection.isConnected()).toBe(true);
  await outcome.connection.prefer("high");
  await until(() => said.length > 1);
  expect(said.at(-1)).toEqual({ layer: "high" });
  outcome.connection.close();
  await until(() => server.clients.size === 0);
  expect(losses).toEqual([]);
});

test("a preview asks for no sound, and a browser only for the codecs that it plays", async () => {
  browserWith("vp8", "opus");
  const { said } = await connect((socket) => socket.send(session), true);
  expect(said).toEqual([{ token: "ticket", layer: "low", video: ["vp8"], sound: false }]);
});

test.each([
  ["unauthorized", "unauthorized"],
  ["forbidden", "unauthorized"],
  ["not_found", "no_publisher"],
  ["no_publisher", "no_publisher"],
  ["unsupported_codec", "format"],
  ["too_many", "full"],
  ["too_many_from_address", "full"],
  ["engine_down", "server_away"],
  ["rate_limited", "unreachable"],
] as const satisfies [FramesRefusal, string][])(
  "that the server closes by %s means %s",
  async (reason, refusal) => {
    const { outcome } = await connect((socket) => socket.close(framesCloseCode(reason), reason));
    expect(framesRefusals).toHaveProperty(reason);
    expect(outcome).toEqual({ ok: false, refusal });
  },
);

test("a socket that is not let through is the network's doing, and one that answers nothing too", async () => {
  const { outcome } = await connect((socket) => socket.terminate());
  expect(outcome).toEqual({ ok: false, refusal: "network" });
  server.removeAllListeners("connection");
  const heard = Promise.withResolvers<void>();
  const waiting = connect(() => heard.resolve());
  await heard.promise;
  clock.advance(8_000);
  expect((await waiting).outcome).toEqual({ ok: false, refusal: "network" });
});

test("a browser that plays none of the codecs asks for nothing, and a server without this way has none", async () => {
  browserWith("opus");
  const { outcome, said } = await connect(() => {});
  expect([outcome, said]).toEqual([{ ok: false, refusal: "format" }, []]);
  const without = await connectFrames({ clock }, { url: "", token: "" }, "auto", () => {});
  expect(without).toEqual({ ok: false, refusal: "no_rung" });
});

test("a session that the server ends is lost", async () => {
  const { losses } = await connect((socket) => {
    socket.send(session);
    setImmediate(() => socket.close());
  });
  await until(() => losses.length > 0);
  expect(losses).toEqual([undefined]);
});
