import type { deskContract } from "#contract/desk.ts";
import { deskPageSize } from "#server/catalog/catalog.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import { actionsPerPage } from "../support.ts";
import { actOnModel, type ModelRefusal } from "./act-on-model.ts";
import type { DeskNeeds } from "./desk.ts";
import { presentAction, presentModel } from "./present.ts";
import { staffOf } from "./staff-of.ts";

const texts = defineTexts<ModelRefusal>({
  unknown_model: { en: "This model does not exist.", es: "Esta modelo no existe." },
  already_so: { en: "This is already so. Nothing was changed.", es: "Ya está así. No se ha cambiado nada." },
  not_suspended: {
    en: "Staff has not suspended this account. Nothing was changed.",
    es: "El equipo no ha suspendido esta cuenta. No se ha cambiado nada.",
  },
  key_reused: {
    en: "This id was used for something else.",
    es: "Este identificador ya se usó para otra cosa.",
  },
});

type ModelKeys = "GET /api/admin/models" | "POST /api/admin/models/{id}/{action}" | "GET /api/admin/log";

/** Models and the log of what staff did. */
export function modelRoutes(needs: DeskNeeds): Handlers<Pick<typeof deskContract, ModelKeys>> {
  const act = actOnModel(needs);
  return {
    "GET /api/admin/models": async ({ query }) => {
      const { search, state, page } = query;
      const { rows, total } = await needs.catalog.deskModels(query);
      const place = { page, total, pageSize: deskPageSize };
      const body = pageOf(rows.map(presentModel), place, "/api/admin/models", { search, state });
      return { status: 200, body };
    },
    "POST /api/admin/models/{id}/{action}": async ({ params, body }, call) => {
      const order = {
        modelId: params.id,
        action: params.action,
        reason: body.reason,
        clientId: body.client_id,
      };
      const done = await act(await staffOf(needs, call), order);
      if (done.ok) return { status: 200, body: presentModel(done.model) };
      return done.refusal === "unknown_model"
        ? problem(call, 404, texts, done.refusal)
        : problem(call, 409, texts, done.refusal);
    },
    "GET /api/admin/log": async ({ query: { target, page } }) => {
      const { rows, total } = await needs.support.log({ target, page });
      const place = { page, total, pageSize: actionsPerPage };
      return { status: 200, body: pageOf(rows.map(presentAction), place, "/api/admin/log", { target }) };
    },
  };
}
