import { WebSocket } from "ws";

/**
 * Joins LiveKit's room by a token, with neither media nor messages, and answers how to leave: anybody who was there by
 * the same identity has been ended by then. `address` is that of its signalling, `ws://…/rtc`.
 * @throws when LiveKit does not let in within `withinMs`.
 */
export function joinBySignalling(address: string, token: string, withinMs: number): Promise<() => void> {
  const query = new URLSearchParams({ access_token: token, auto_subscribe: "0", protocol: "15", sdk: "js" });
  const socket = new WebSocket(`${address}?${query}`, { handshakeTimeout: withinMs });
  return new Promise((resolve, reject) => {
    const give = (error: Error) => {
      clearTimeout(timer);
      socket.terminate();
      reject(error);
    };
    const timer = setTimeout(() => give(new Error("LiveKit let nobody in")), withinMs);
    // The first message is its answer to the join.
    socket.once("message", () => {
      clearTimeout(timer);
      resolve(() => socket.terminate());
    });
    socket.on("error", give);
    socket.once("close", () => give(new Error("LiveKit let nobody in")));
  });
}
