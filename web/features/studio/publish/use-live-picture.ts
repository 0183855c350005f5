import { useEffect, useEffectEvent, useState } from "react";
import type { Studio } from "#contract/studio.ts";
import { askPlayback } from "#web/entities/room/playback.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserClock } from "#web/lib/clock.ts";
import { captureFrame, captureStream } from "#web/lib/media/capture-frame.ts";
import type { LiveStream } from "#web/lib/media/live-stream.ts";
import { createBrowserSession } from "#web/lib/media/whep/browser-session.ts";
import type { Onair } from "../studio-state.ts";
import { createPictureTimes } from "./picture-times.ts";
import type { Publisher } from "./use-publisher.ts";

const wanted = { sideMaxPixels: 960, waitMs: 5_000 };
const connectMsMax = 10_000;

/**
 * Sends what the room shows to the cards of the lists, once a minute while it is open to everybody. Fails silently: the card
 * then shows what it showed before, and next minute is near.
 */
export function useLivePicture(studio: Studio | null, publisher: Publisher, onair: Onair): void {
  const { stream, cameraOn } = publisher.cameraState;
  const { status, type } = studio?.stream ?? {};
  const open = status === "began" && type === "public" && !studio?.hidden;
  const from = onair === "here" && cameraOn ? "camera" : onair === "elsewhere" ? "room" : null;
  const [begin] = useState(() => createPictureTimes(browserClock));
  const send = useEffectEvent(async () => {
    const frame =
      from === "camera"
        ? stream && (await captureStream(stream, wanted))
        : studio && (await captureRoom(studio.model.login));
    if (!frame) return;
    const picture = new File([frame], "room.jpg", { type: frame.type });
    await browserApi.call("POST /api/studio/live-picture", { files: { picture } });
  });
  useEffect(() => {
    if (open && from !== null) return begin(() => void send().catch(() => {}));
  }, [open, from, begin]);
}

/**
 * The picture that fans see of a room that another encoder publishes; null when it cannot be seen within some
 * seconds.
 */
async function captureRoom(slug: string): Promise<Blob | null> {
  const session = createBrowserSession(() => askPlayback(slug, "preview"), { silent: true });
  const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
  let letGo = () => {};
  try {
    const isThere = await new Promise<boolean>((resolve) => {
      let shown: LiveStream | null = null;
      session.subscribe(() => {
        const { stream } = session.get();
        if (stream === null || stream === shown) return;
        letGo();
        shown = stream;
        letGo = stream.show(video);
        // Another stream that takes this one's place ends the wait for it.
        video.play().then(
          () => resolve(true),
          () => undefined,
        );
      });
      browserClock.after(connectMsMax, () => resolve(false));
      session.start();
    });
    return isThere ? await captureFrame(video, wanted.sideMaxPixels) : null;
  } finally {
    letGo();
    session.leave();
  }
}
