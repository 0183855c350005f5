import type { adminContract } from "#contract/admin.ts";
import { adminPageSize } from "#server/catalog/catalog.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";
import { actionsPerPage } from "../support.ts";
import { actOnModel } from "./act-on-model.ts";
import { type AdminNeeds, staffOf } from "./needs.ts";
import { presentAction, presentModel } from "./present.ts";

type ModelKeys = "GET /api/admin/models" | "POST /api/admin/models/{id}/{action}" | "GET /api/admin/log";

/** Models and the log of what staff did. */
export function modelRoutes(needs: AdminNeeds): Handlers<Pick<typeof adminContract, ModelKeys>> {
  const act = actOnModel(needs);
  return {
    "GET /api/admin/models": async ({ query }) => {
      const { search, state, page } = query;
      const { rows, total } = await needs.catalog.adminModels(query);
      const paging = { page, total, pageSize: adminPageSize };
      const body = pageOf(rows.map(presentModel), paging, "/api/admin/models", { search, state });
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
      return problem(call, keyOf(done.refusal, { key_reused: "action_key_reused" }));
    },
    "GET /api/admin/log": async ({ query: { target, page } }) => {
      const { rows, total } = await needs.support.log({ target, page });
      const paging = { page, total, pageSize: actionsPerPage };
      return { status: 200, body: pageOf(rows.map(presentAction), paging, "/api/admin/log", { target }) };
    },
  };
}
