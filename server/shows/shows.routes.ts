import type { Position, Topic } from "#contract/realtime.ts";
import type { PromoStream, showsContract } from "#contract/shows.ts";
import { type Catalog, presentProfile } from "#server/catalog/catalog.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import type { Live } from "#server/live/live.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { OpenedPromo } from "./open-promo.ts";
import type { Shows } from "./shows.ts";

const texts = defineTexts({
  promo_models: {
    en: "Models can't use promo links",
    es: "Las modelos no pueden usar enlaces promocionales",
  },
  promo_fans_only: {
    en: "This promo is available only for fans.",
    es: "Esta promoción es solo para fans.",
  },
  promo_unknown: {
    en: "This promo stream link is not correct.",
    es: "Este enlace promocional no es correcto.",
  },
  promo_other_email: {
    en: "The email of your account is not the one that this promo was made for.",
    es: "El correo de tu cuenta no es el de esta promoción.",
  },
  promo_used: {
    en: "This promo link has already been used.",
    es: "Este enlace promocional ya se usó.",
  },
  promo_expired: {
    en: "This promo link is no longer valid.",
    es: "Este enlace promocional ya no es válido.",
  },
  promo_active: {
    en: "You already have an active promo stream with this model. Finish its minutes first.",
    es: "Ya tienes una promoción activa con esta modelo. Usa primero sus minutos.",
  },
  unknown_promo: { en: "This promo link does not exist.", es: "Este enlace promocional no existe." },
  promo_over: {
    en: "This promo link opens nothing any more.",
    es: "Este enlace promocional ya no abre nada.",
  },
  not_waiting: {
    en: "The fan does not have the promo page open.",
    es: "El fan no tiene abierta la página de la promoción.",
  },
  fan_busy: { en: "The fan is in another show now.", es: "El fan está ahora en otro show." },
  not_live: { en: "Go live first, then start the promo.", es: "Empieza a transmitir antes de la promoción." },
  in_show: { en: "You are in a show already.", es: "Ya estás en un show." },
  too_many_links: {
    en: "You have 100 open promo links. Withdraw some first.",
    es: "Tienes 100 enlaces promocionales abiertos. Retira algunos primero.",
  },
  key_conflict: {
    en: "This id was used for another promo link.",
    es: "Este identificador ya se usó para otro enlace.",
  },
});

type Needs = {
  shows: Shows;
  live: Pick<Live, "enter">;
  catalog: Catalog;
  subscriptions: Pick<Subscriptions, "state">;
  db: Reader;
  clock: Clock;
  position(topic: Topic): Promise<Position>;
};

/** The part of the contract that is about shows and promo links. */
export function showRoutes(needs: Needs): Handlers<typeof showsContract> {
  const { shows } = needs;
  const studio = async ({ viewer }: Call<Viewer>) =>
    ({ status: 200, body: await shows.studio(viewer.userId) }) as const;
  return {
    "GET /api/promo-stream/{token}": async ({ params }, call) => {
      const opened = await shows.openPromo(call.viewer.userId, params.token);
      if (!opened.ok) return problem(call, statusOf[opened.refusal], texts, opened.refusal);
      const body = await promoPage(needs, opened, call);
      return body ? { status: 200, body } : problem(call, 404, texts, "promo_unknown");
    },
    "POST /api/fan/leave-show": async (_input, { viewer }) => ({
      status: 200,
      body: { left: await shows.leave(viewer.userId) },
    }),
    "GET /api/studio/shows": (_input, call) => studio(call),
    "POST /api/studio/promos": async ({ body }, call) => {
      const made = await shows.makePromo({
        modelId: call.viewer.userId,
        clientId: body.client_id,
        email: body.email,
        durationSeconds: body.duration,
      });
      return made.ok ? { status: 201, body: made.promo } : problem(call, 409, texts, made.refusal);
    },
    "POST /api/studio/promos/{id}/withdraw": async ({ params }, call) => {
      const done = await shows.withdrawPromo(call.viewer.userId, params.id);
      return done.ok ? studio(call) : problem(call, 404, texts, done.refusal);
    },
    "POST /api/studio/promos/{id}/start": async ({ params }, call) => {
      const begun = await shows.startPromo(call.viewer.userId, params.id);
      if (begun.ok) return studio(call);
      return problem(call, begun.refusal === "unknown_promo" ? 404 : 409, texts, begun.refusal);
    },
    "POST /api/studio/end-show": async (_input, call) => {
      await shows.end(call.viewer.userId);
      return studio(call);
    },
  };
}

const statusOf = {
  promo_models: 403,
  promo_fans_only: 403,
  promo_other_email: 403,
  promo_unknown: 404,
  promo_expired: 404,
  promo_used: 409,
  promo_active: 409,
} as const;

/** The promo's page for its fan; null when the model is gone. */
async function promoPage(
  needs: Needs,
  { link, show }: OpenedPromo,
  call: Call<Viewer>,
): Promise<PromoStream | null> {
  const { shows, live, catalog, subscriptions, db, clock } = needs;
  const fanId = call.viewer.userId;
  // Read before what they change is: an event too many is harmless, one too few is not.
  const live_from = {
    public: await needs.position("public"),
    person: await needs.position(`person:${fanId}`),
  };
  const model = await catalog.model(db, link.model_id, fanId);
  if (!model?.listed || model.banned) return null;
  const promo = (await shows.promosOf(fanId, model.id)).get(model.id) ?? null;
  const entered = show ? await live.enter(fanId, model.login, call.origin) : null;
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
    },
    model: { ...presentProfile(model, clock.now(), promo), ...subscribed },
    state: room ? "running" : model.status === "stopped" ? "away" : open,
    room,
    topic: `promo:${link.id}`,
    live_from,
  };
}
