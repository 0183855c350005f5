import {
  decodeFramesMessage,
  type FramesHello,
  type FramesMessage,
  type FramesUp,
  framesRefusal,
  framesRefusals,
} from "#contract/media-frames.ts";
import { answerTimeoutMs } from "../media-session.ts";
import {
  type LayerPreference,
  type OnLost,
  refusalOf,
  type WhepAddress,
  type WhepNeeds,
  type WhepOutcome,
} from "../whep/whep-connection.ts";
import { createFramesPlayer } from "./frames-player.ts";
import { playableCodecs, soundFile } from "./track-types.ts";

type Opening = Extract<FramesMessage, { kind: "session" }>;

/**
 * The same as `connectWhep` over a WebSocket of the page's own origin (`contract/media-frames.ts`), loaded only where WebRTC
 * brings no picture. That the socket cannot be opened, although the server has just named it, is the network's doing.
 */
export async function connectFrames(
  needs: Pick<WhepNeeds, "clock" | "silent">,
  { fallback, token }: WhepAddress,
  layer: LayerPreference,
  onLost: OnLost,
): Promise<WhepOutcome | { ok: false; refusal: "no_rung" }> {
  if (!fallback) return { ok: false, refusal: "no_rung" };
  const video = playableCodecs();
  if (video.length === 0) return { ok: false, refusal: "format" };
  const socket = new WebSocket(fallback.url);
  socket.binaryType = "arraybuffer";
  const sound = needs.silent !== true && soundFile() !== null;
  const opened = await open(needs, socket, { token, layer, video, sound });
  if (!opened.ok) return opened;
  const send = (message: FramesUp) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const player = createFramesPlayer({
    clock: needs.clock,
    hasSound: sound && opened.session.sound,
    onReport: send,
    onFail(why) {
      leave();
      onLost(why);
    },
  });
  function leave() {
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    player.stop();
  }
  socket.onmessage = ({ data }) => take(data, player.take);
  socket.onclose = () => onLost();
  for (const data of opened.early) take(data, player.take);
  return {
    ok: true,
    connection: {
      stream: player.stream,
      sessionId: opened.session.session,
      stats: async (before) => player.stats(before),
      isConnected: () => socket.readyState === WebSocket.OPEN,
      prefer: async (wanted) => send({ layer: wanted }),
      close: leave,
    },
  };
}

type Opened = { ok: true; session: Opening; early: unknown[] } | Extract<WhepOutcome, { ok: false }>;

/** Says hello; `early` is what came right behind the answer. */
function open({ clock }: Pick<WhepNeeds, "clock">, socket: WebSocket, hello: FramesHello): Promise<Opened> {
  return new Promise((resolve) => {
    let session: Opening | null = null;
    const early: unknown[] = [];
    const cancel = clock.after(answerTimeoutMs, () => {
      socket.onclose = null;
      socket.close();
      resolve({ ok: false, refusal: "network" });
    });
    socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onmessage = ({ data }) => {
      if (session) return early.push(data);
      take(data, (message) => {
        if (message.kind !== "session") return;
        session = message;
        cancel();
        resolve({ ok: true, session, early });
      });
    };
    socket.onclose = (close) => {
      cancel();
      const why = framesRefusal(close);
      resolve({ ok: false, refusal: why === null ? "network" : refusalOf(framesRefusals[why], why) });
    };
  });
}

function take(data: unknown, onMessage: (message: FramesMessage) => void): void {
  const message = data instanceof ArrayBuffer ? decodeFramesMessage(new Uint8Array(data)) : null;
  if (message) onMessage(message);
}
