import { createStore } from "#web/lib/store.ts";

const askMaxMs = 4_000;
const pauseFirstMs = 500;
const pauseMaxMs = 5_000;

/** How many user-initiated requests are waiting for the server. */
export const waitingForServer = createStore({ count: 0 });

/** Whether the server answers at all; a proxy that says that it does not reach it is no answer. Browser only. */
export async function serverAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(askMaxMs);
    const { status } = await fetch("/healthz", { cache: "no-store", credentials: "omit", signal });
    return status !== 502 && status !== 504;
  } catch {
    return false;
  }
}

/** Waits for the server while the page shows that it does; true when it did not answer at once. Browser only. */
export async function waitForServer(): Promise<boolean> {
  if (await serverAnswers()) return false;
  waitingForServer.set({ count: waitingForServer.get().count + 1 });
  await untilServerAnswers();
  waitingForServer.set({ count: waitingForServer.get().count - 1 });
  return true;
}

/** Asks again and again, at once when the network comes back, until the server answers or `given` ends it. Browser only. */
export async function untilServerAnswers(given?: AbortSignal): Promise<void> {
  for (let pauseMs = pauseFirstMs; !given?.aborted && !(await serverAnswers());) {
    await pause(pauseMs, given);
    pauseMs = Math.min(pauseMaxMs, pauseMs * 2);
  }
}

/** Waits; a network that comes back ends it early. */
function pause(ms: number, given?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = new AbortController();
    const done = () => {
      end.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done, { signal: end.signal });
    given?.addEventListener("abort", done, { signal: end.signal });
  });
}
