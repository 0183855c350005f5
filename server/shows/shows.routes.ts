import type { Position, Topic } from "#contract/realtime.ts";
import type { PromoStream, showsContract } from "#contract/shows.ts";
import { type Catalog, presentProfile } from "#server/catalog/catalog.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { OpenedPromo } from "./promo/open-promo.ts";
import type { Promos } from "./promo/promos.ts";
import type { Shows } from "./shows.ts";

type Needs = {
  rooms: Rooms;
  shows: Shows;
  catalog: Catalog;
  subscriptions: Pick<Subscriptions, "state">;
  db: Reader;
  clock: Clock;
  position(topic: Topic): Promise<Position>;
};

/** The part of the contract that is about shows and promo links. */
export function showRoutes(needs: Needs): Handlers<typeof showsContract> {
  const { promos, studio: studioOf } = needs.shows;
  const studio = async ({ viewer }: Call<Viewer>) =>
    ({ status: 200, body: await studioOf(viewer.userId) }) as const;
  const page = async (found: Awaited<ReturnType<Promos["view"]>>, call: Call<Viewer>) => {
    if (!found.ok) {
      const { code, ...wayOn } = found.refusal;
      return problem(call, code, wayOn);
    }
    const body = await promoPage(needs, found, call);
    return body ? ({ status: 200, body } as const) : problem(call, "promo_unknown");
  };
  return {
    "GET /api/promo-stream/{token}": async ({ params }, call) =>
      page(await promos.view(call.viewer.userId, params.token), call),
    "POST /api/promo-stream/{token}": async ({ params }, call) =>
      page(await promos.open(call.viewer.userId, params.token), call),
    "GET /api/studio/shows": (_input, call) => studio(call),
    "POST /api/studio/promos": async ({ body }, call) => {
      const made = await promos.make({
        modelId: call.viewer.userId,
        clientId: body.client_id,
        email: body.email,
        durationSeconds: body.duration,
      });
      return made.ok
        ? { status: 201, body: made.promo }
        : problem(call, keyOf(made.refusal, { key_conflict: "promo_key_conflict" }));
    },
    "POST /api/studio/promos/{id}/withdraw": async ({ params }, call) => {
      const done = await promos.withdraw(call.viewer.userId, params.id);
      return done.ok ? studio(call) : problem(call, done.refusal);
    },
    "POST /api/studio/promos/{id}/start": async ({ params }, call) => {
      const begun = await promos.start(call.viewer.userId, params.id);
      if (begun.ok) return studio(call);
      return problem(call, keyOf(begun.refusal, { in_show: "own_show_running" }));
    },
  };
}

/** The promo's page for its fan; null when the model is gone. */
async function promoPage(
  needs: Needs,
  { link, show }: OpenedPromo,
  call: Call<Viewer>,
): Promise<PromoStream | null> {
  const { rooms, shows, catalog, subscriptions, db, clock } = needs;
  const fanId = call.viewer.userId;
  // Read before what they change is: an event too many is harmless, one too few is not.
  const live_from = {
    public: await needs.position("public"),
    person: await needs.position(`person:${fanId}`),
  };
  const model = await catalog.model(db, link.model_id, fanId);
  if (!model?.listed || model.banned || model.blocked) return null;
  const promo = (await shows.promos.promosOf(fanId)).get(model.id) ?? null;
  const entered = show ? await rooms.enter({ userId: fanId, role: "fan" }, model.login, call.origin) : null;
  const everybody = { public: live_from.public };
  const room = entered?.ok
    ? { ...entered.room, live_from: { ...everybody, ...entered.room.live_from } }
    : null;
  const subscribed = await subscriptions.state(db, fanId, model.id);
  const open = model.type === "public" ? "waiting" : "busy";
  return {
    promo: {
      id: link.id,
      duration: link.duration_s,
      time_used: link.used_s,
      expires_at: link.expires_at.toISOString(),
      opened: link.fan_id !== null,
    },
    model: { ...presentProfile(model, clock.now(), promo), ...subscribed },
    state: room ? "running" : model.status === "stopped" ? "away" : open,
    room,
    topic: `promo:${link.id}`,
    live_from,
  };
}
