import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import type { MediaEngine } from "#server/media/media-engine.ts";
import { startMediaEngine } from "#server/media/media.ts";
import { broadcast } from "#testing/media-engine/broadcast.ts";
import { connectPeer, type Peer } from "#testing/media-engine/peer.ts";
import { tcpDetour } from "#testing/media-engine/tcp-detour.ts";
import { until } from "#testing/until.ts";

const log = { info() {}, warn() {}, error() {} };
const hasIpv6 = Object.values(networkInterfaces()).some((of) => of?.some(({ address }) => address === "::1"));

/** An engine that listens everywhere and names these addresses. */
async function engine(announcedAddresses: string[]): Promise<MediaEngine> {
  const media = await startMediaEngine({ udpPort: 0, tcp: "own", announcedAddresses, log });
  onTestFinished(() => media.stop());
  return media;
}

/** The addresses of an answer, in the order of their priority. */
function addressesOf(answerSdp: string): string[] {
  const candidates = [...answerSdp.matchAll(/a=candidate:\S+ 1 (UDP|TCP) (\d+) (\S+) \d+ typ host/g)];
  return candidates
    .toSorted(([, , one], [, , other]) => Number(other) - Number(one))
    .map(([, transport, , address]) => `${transport} ${address}`);
}

/** A peer of one family, by UDP or TCP, and the answer it got. */
async function connect(
  media: MediaEngine,
  role: "publisher" | "viewer",
  by: { address: string; tcp?: true },
): Promise<{ peer: Peer; answered: string }> {
  let answered = "";
  const peer = await connectPeer(
    async (offer) => {
      const answer = await (role === "viewer"
        ? media.play("room", offer, "fan:1|public")
        : media.publish("room", offer));
      if (!answer.ok) throw new Error(answer.refusal);
      answered = answer.answerSdp;
      if (!by.tcp) return answered;
      const detour = await tcpDetour(answered, by.address);
      onTestFinished(() => detour.close());
      return detour.answerSdp;
    },
    { role, ssrc: 1111, address: by.tcp ? "127.0.0.1" : by.address },
  );
  onTestFinished(() => peer.close());
  return { peer, answered };
}

test.runIf(hasIpv6)(
  "addresses of both families stand in the answers in their order, and each is reached over UDP and TCP",
  async () => {
    const media = await engine(["::1", "127.0.0.1"]);
    const { peer: publisher, answered } = await connect(media, "publisher", { address: "::1" });
    expect(addressesOf(answered)).toEqual(["UDP ::1", "UDP 127.0.0.1", "TCP ::1", "TCP 127.0.0.1"]);
    broadcast(publisher, { ssrc: 1111 });
    for (const address of ["::1", "127.0.0.1"])
      for (const way of [{ address }, { address, tcp: true as const }]) {
        const { peer } = await connect(media, "viewer", way);
        await until(() => peer.rtp.length > 20, `packets over ${JSON.stringify(way)}`);
      }
  },
);

test("where an address is named the machine's own are not, but for loopback, which comes last", async () => {
  const media = await engine(["203.0.113.7", "2001:db8::7"]);
  const { answered } = await connect(media, "publisher", { address: "127.0.0.1" });
  const overUdp = ["UDP 203.0.113.7", "UDP 2001:db8::7", "UDP 127.0.0.1"];
  expect(addressesOf(answered)).toEqual([...overUdp, ...overUdp.map((line) => line.replace("UDP", "TCP"))]);
});
