import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { broadcast } from "#testing/media-engine/broadcast.ts";
import { connectPeer, type Peer } from "#testing/media-engine/peer.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { askRelay } from "#testing/turn/ask-relay.ts";
import { type Coturn, coturn, startCoturn } from "#testing/turn/coturn.ts";
import { turnDetour } from "#testing/turn/turn-over-tls.ts";
import { until } from "#testing/until.ts";
import { type IceServer, iceServersOf } from "./ice-servers.ts";

const secret = "a secret of the tests, long enough for settings";

async function start(mediaAddress?: string): Promise<Coturn> {
  const server = await startCoturn(secret, mediaAddress);
  onTestFinished(() => server.stop());
  return server;
}

function loginOf(secretOf = secret, at: () => Date = systemClock.now): IceServer {
  const [server] = iceServersOf({ urls: ["turn:localhost"], secret: secretOf }, { now: at })("42");
  if (!server) throw new Error("no server is named");
  return server;
}

/** Connects a peer whose every packet goes through the TURN server. */
async function throughTurn(
  { media }: MediaRig,
  { port }: Pick<Coturn, "port">,
  role: "publisher" | "viewer",
): Promise<Peer> {
  const { username, credential } = loginOf();
  const peer = await connectPeer(
    async (offer) => {
      const answer = await (role === "viewer"
        ? media.play("anna", offer, "fan:1|public")
        : media.publish("anna", offer));
      if (!answer.ok) throw new Error(answer.refusal);
      return answer.answerSdp;
    },
    { role, ssrc: 1111, turn: { hostname: "127.0.0.1", port, username, password: credential } },
  );
  onTestFinished(() => peer.close());
  return peer;
}

test.skipIf(!coturn)(
  "a publisher and a viewer whose only way is the TURN server see each other through it",
  async () => {
    const server = await start();
    const rig = await startTestMedia();
    onTestFinished(() => rig.stop());
    const publisher = await throughTurn(rig, server, "publisher");
    broadcast(publisher, { ssrc: 1111 });
    const viewer = await throughTurn(rig, server, "viewer");
    await until(() => viewer.rtp.length > 100, "a hundred packets");
  },
);

test.skipIf(!coturn).each(["tls", "tcp"] as const)(
  "they do so too where their networks let nothing but %s through to it",
  async (over) => {
    const server = await start();
    const rig = await startTestMedia();
    onTestFinished(() => rig.stop());
    const detour = await turnDetour({ port: server.port, over });
    onTestFinished(() => detour.close());
    const publisher = await throughTurn(rig, detour, "publisher");
    broadcast(publisher, { ssrc: 1111 });
    const viewer = await throughTurn(rig, detour, "viewer");
    await until(() => viewer.rtp.length > 100, "a hundred packets");
  },
);

test.skipIf(!coturn)(
  "what is made of the shared secret opens coturn, over TLS as over TCP on one port; too old, or of another secret, it does not",
  async () => {
    const { port } = await start();
    const dayAgo = () => new Date(Date.now() - 24 * 3600 * 1000 - 5_000);
    for (const over of ["tls", "tcp"] as const) {
      const ask = (login: IceServer) => askRelay({ port, over, peer: "127.0.0.1" }, login);
      expect(await ask(loginOf())).toBe("granted");
      expect(await ask(loginOf(secret, dayAgo))).toBe(401);
      expect(await ask(loginOf("another secret"))).toBe(401);
      expect(await ask({ ...loginOf(), username: "42" })).toBe(401);
    }
  },
);

test.skipIf(!coturn)(
  "coturn by our settings relays to the media and nowhere else, not to its own machine either",
  async () => {
    const { port } = await start("203.0.113.7");
    const ask = (peer: string) => askRelay({ port, over: "tls", peer }, loginOf());
    expect(await ask("203.0.113.7")).toBe("granted");
    for (const peer of [
      "127.0.0.1",
      "10.0.0.1",
      "192.168.0.1",
      "169.254.169.254",
      "203.0.113.8",
      "224.0.0.1",
    ])
      expect(await ask(peer), peer).toBe(403);
  },
);
