import type { Socket } from "node:net";

/** Node's private knowledge of a socket, which it has no public way to change. */
type Inner = { _handle: { readStop(): void } | null; server: unknown };

/**
 * Makes a connection ready to be passed on. Node would read on here until the other process has it, and lose what it reads;
 * and it would count it for its server, twice less when it is destroyed, so that this server would never close.
 */
export function detach(client: Socket): void {
  const inner = client as unknown as Inner;
  inner._handle?.readStop();
  inner.server = null;
}
