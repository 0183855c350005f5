import type { catalogContract } from "#contract/catalog.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { problem } from "#server/kit/http/problem.ts";
import { cardListRoutes, type CatalogRoutesNeeds, promosFor } from "./card-lists.routes.ts";
import { presentProfile, presentRates } from "./present-model.ts";

/** The catalog part of the contract. */
export function catalogRoutes(needs: CatalogRoutesNeeds): Handlers<typeof catalogContract> {
  const { catalog, db } = needs;
  const like = (liked: boolean) => async (input: { body: { model_id: number } }, call: Call<Viewer>) => {
    const result = await catalog.like(call.viewer.userId, input.body.model_id, liked);
    if (!result.ok) return problem(call, result.refusal);
    return { status: 200, body: { success: true } } as const;
  };
  return {
    ...cardListRoutes(needs),
    ...profileRoute(needs),
    "GET /api/live-pictures": async ({ query }) => ({
      status: 200,
      body: { data: await catalog.livePictures.of(db, query.ids.split(",").map(Number)) },
    }),
    "GET /api/gender": async () => {
      const all = await catalog.genders();
      return {
        status: 200,
        body: pageOf(all, { page: 1, total: all.length, pageSize: all.length }, "/api/gender"),
      };
    },
    "GET /api/room-countries": async ({ query }) => ({
      status: 200,
      body: { data: await catalog.countries(query.gender) },
    }),
    "GET /api/model-rates": async ({ query }, call) => {
      const row = await catalog.model(db, query.model_id);
      if (!row?.listed) return problem(call, "unknown_model");
      return { status: 200, body: presentRates(row) };
    },
    "GET /api/fan/blocked-models": async (_input, { viewer }) => ({
      status: 200,
      body: { data: await catalog.blocked(viewer.userId) },
    }),
    "POST /api/fan/block-model": async ({ body: { model_id, blocked } }, call) => {
      const done = await catalog.block({ fanId: call.viewer.userId, modelId: model_id, blocked });
      if (!done.ok) return problem(call, done.refusal);
      return { status: 200, body: { data: await catalog.blocked(call.viewer.userId) } };
    },
    "POST /api/fan/watched-models": async ({ body: { kept } }, { viewer }) => {
      await catalog.watched.keep(viewer.userId, kept);
      return { status: 200, body: { kept } };
    },
    "DELETE /api/fan/watched-models": async (_input, { viewer }) => {
      await catalog.watched.empty(viewer.userId);
      return { status: 204, body: undefined };
    },
    "POST /api/fan/liked-model": like(true),
    "POST /api/fan/disliked-model": like(false),
  };
}

/** A model's page, with what the fan who reads it has to do with them. */
function profileRoute(
  needs: CatalogRoutesNeeds,
): Pick<Handlers<typeof catalogContract>, "GET /api/model-profile/{loginOrId}"> {
  const { catalog, db, clock, liveFrom } = needs;
  return {
    "GET /api/model-profile/{loginOrId}": async ({ params }, call) => {
      const live_from = await liveFrom();
      const row = await catalog.model(db, params.loginOrId, call.viewer?.userId);
      if (!row?.listed) return problem(call, "unknown_model");
      const promo = (await promosFor(needs, call.viewer)).get(row.id);
      const fanId = call.viewer?.role === "fan" ? call.viewer.userId : null;
      const state = await needs.subscriptionState(fanId, row.id);
      const notified = fanId !== null && (await needs.isNotified({ fanId, modelId: row.id }));
      const blocked = fanId !== null && (await catalog.isBlocked(db, fanId, row.id));
      const banned = fanId !== null && row.banned;
      const counts = await needs.contentCounts(row.id);
      const gallery = await catalog.gallery.view(db, row.id);
      const planned = await catalog.schedules.coming(db, row.id);
      const shape = await needs.shapeOf(row.id);
      const profile = presentProfile(row, clock.now(), promo);
      return {
        status: 200,
        body: { ...profile, ...state, notified, blocked, banned, counts, planned, gallery, shape, live_from },
      };
    },
  };
}
