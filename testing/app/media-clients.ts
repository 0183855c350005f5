import { type Broadcast, broadcast } from "#testing/media-engine/broadcast.ts";
import type { FrameSource } from "#testing/media-engine/frame-source.ts";
import { connectPeer, type Peer } from "#testing/media-engine/peer.ts";
import { until } from "#testing/until.ts";
import type { ApiClient } from "./api-client.ts";
import type { Person } from "./caller.ts";

type AppOrigin = { readonly origin: string; call: ApiClient };
export type Publisher = Peer & { show: Broadcast };

/** Lets a model publish real media with their own key; resolves when their stream has begun. */
export async function goLive(
  app: AppOrigin,
  model: Person,
  ssrc = 1111,
  source?: FrameSource,
): Promise<Publisher> {
  const onAir = await publish(app, model, ssrc, source);
  const status = async () =>
    ((await app.call("GET", "/api/studio", { as: model })).body.stream as { status: string }).status;
  await until(async () => (await status()) === "began", "the stream to begin");
  return onAir;
}

/** The same, whatever becomes of the stream. */
export async function publish(
  app: AppOrigin,
  model: Person,
  ssrc: number,
  source?: FrameSource,
): Promise<Publisher> {
  const { body } = await app.call("GET", "/api/studio", { as: model });
  const { url, key } = body.publish as { url: string; key: string };
  const peer = await connectPeer((offer) => exchange(new URL(url).pathname, key, offer, app), {
    role: "publisher",
    ssrc,
  });
  return Object.assign(peer, { show: broadcast(peer, { ssrc, ...(source ? { source } : {}) }) });
}

export type PlaybackOffer = { url: string; token: string };

/**
 * A playback that can be stopped as a player does, by deleting its session; `prefer` asks for a layer of the picture. Both
 * answer the status.
 */
export type Viewer = Peer & { leave(): Promise<number>; prefer(layer: string): Promise<number> };

/** Plays a room with a playback token; rejects with the status when it is refused. */
export async function watch(app: AppOrigin, { url, token }: PlaybackOffer): Promise<Viewer> {
  let location = "";
  const keep = (path: string) => {
    location = path;
  };
  const peer = await connectPeer((offer) => exchange(new URL(url).pathname, token, offer, app, keep), {
    role: "viewer",
  });
  const headers = { authorization: `Bearer ${token}` };
  return Object.assign(peer, {
    leave: async () => (await fetch(app.origin + location, { method: "DELETE", headers })).status,
    prefer: async (layer: string) => {
      const asked = { ...headers, "content-type": "application/json" };
      const body = JSON.stringify({ layer });
      return (await fetch(`${app.origin}${location}/layer`, { method: "POST", headers: asked, body })).status;
    },
  });
}

/** Sends an SDP offer as WHIP and WHEP clients do; rejects with the status when it is refused. */
export async function exchange(
  path: string,
  bearer: string,
  offer: string,
  { origin }: Pick<AppOrigin, "origin">,
  keepLocation?: (path: string) => void,
): Promise<string> {
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/sdp", authorization: `Bearer ${bearer}` },
    body: offer,
  });
  if (answer.status !== 201) throw new Error(`refused: ${answer.status}`);
  keepLocation?.(answer.headers.get("location") ?? "");
  return answer.text();
}
