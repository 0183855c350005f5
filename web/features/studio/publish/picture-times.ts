import type { Clock } from "#web/lib/clock.ts";

/** The first one when the picture has settled: cameras find their light. */
const firstAfterMs = 4_000;
const everyMs = 60_000;
/** The server takes four a minute, however often a camera is switched on and off. */
const apartMs = 20_000;

/**
 * When a studio sends pictures of its room: the returned function begins to call `send` for what the room shows from now
 * on, soon, then once a minute, until what it returns is called. The first one waits until the last one before is old enough.
 */
export function createPictureTimes(clock: Clock): (send: () => void) => () => void {
  let sentAtMs = Number.NEGATIVE_INFINITY;
  const nowMs = () => clock.now().getTime();
  return (send) => {
    const sendNow = () => {
      sentAtMs = nowMs();
      send();
    };
    let stopLater = () => {};
    const stopFirst = clock.after(Math.max(firstAfterMs, sentAtMs + apartMs - nowMs()), () => {
      stopLater = clock.every(everyMs, sendNow);
      sendNow();
    });
    return () => {
      stopFirst();
      stopLater();
    };
  };
}
