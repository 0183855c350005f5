import { afterEach, expect, test, vi } from "vitest";
import type { Offer } from "#engine/sdp/offer.ts";
import { Transport } from "#engine/transport.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a connection whose description the library refuses leaves nothing behind that could end the engine later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const offer = {
    setup: "active",
    transport: { ufrag: "", password: "", fingerprint: "sha-256 none" },
  } as Pick<Offer, "setup" | "transport"> as Offer;
  const events = { onOpen: () => {}, onPacket: () => {}, onGone: () => {} };
  const network = { udpPort: 0, bindAddress: "127.0.0.1" };
  await expect(Transport.open(network, offer, events)).rejects.toThrow();
  const waiting = vi.getTimerCount();
  vi.advanceTimersByTime(60_000);
  // Node reports what nobody handles once the microtasks are done.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect({ unhandled, waiting }).toEqual({ unhandled: [], waiting: 0 });
});
