import { readFramesUp } from "#contract/media-frames.ts";
import type { LetIn } from "#engine/frames/frames-door.ts";
import { FramesViewer } from "#engine/frames/frames-viewer.ts";
import { wireMessage } from "#engine/frames/shared-message.ts";
import type { FramesWatch } from "#engine/ipc/protocol.ts";
import type { Room } from "#engine/room.ts";

/** Gives a page's connection a place in a room; what is answered begins to send to it. */
export function seatFramesViewer(
  room: Room,
  sessionId: string,
  watch: FramesWatch,
  { wire, hear }: LetIn,
  { now, onClosed }: { now: () => number; onClosed: () => void },
): () => void {
  const viewer = new FramesViewer({
    sessionId,
    tag: watch.tag,
    layer: watch.layer,
    hasSound: watch.hasSound,
    codecs: watch.video,
    wire,
    letInMs: now(),
    frames: room.frames,
    onKeyframeWanted: (wanted) => room.publisher?.requestKeyframe(now(), wanted),
  });
  room.addViewer(viewer);
  hear({
    onText(text) {
      const said = readFramesUp(text);
      if (!said) return;
      if ("shown" in said) viewer.receive(said, now());
      else if (!watch.isLayerFixed) room.prefer(sessionId, said.layer, now());
    },
    onFree: () => viewer.flush(now()),
    onClosed,
  });
  return () => {
    wire.write(wireMessage({ kind: "session", session: sessionId, sound: watch.hasSound }));
    room.admitFrames(viewer, now());
  };
}
