import { browserClock } from "#web/lib/clock.ts";
import { createStore } from "#web/lib/store.ts";

type LastPicture = { slug: string; picture: HTMLCanvasElement } | null;

/** The room has a picture of its own by then, or this one is not what is on air any more. */
const keptMs = 10_000;

const store = createStore<{ last: LastPicture }>({ last: null });
let cancelEnd = () => {};

/** The last picture of a preview, as a still. The room that is opened from it begins with it. */
export const lastPicture = { get: store.get, subscribe: store.subscribe };

/** Keeps the frame that a preview of this room shows now, for some seconds; without one nothing is kept. */
export function keepLastPicture(slug: string, video: HTMLVideoElement): void {
  const { videoWidth: width, videoHeight: height } = video;
  // Wide pictures stand on the stage otherwise than in a card.
  if (width === 0 || width > height) return;
  // Encoding it would take longer than drawing it, and the room's own picture waits meanwhile.
  const picture = Object.assign(document.createElement("canvas"), { width, height });
  picture.getContext("2d")?.drawImage(video, 0, 0, width, height);
  cancelEnd();
  cancelEnd = browserClock.after(keptMs, () => store.set({ last: null }));
  store.set({ last: { slug, picture } });
}
