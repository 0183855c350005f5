import { randomUUID } from "node:crypto";
import type { paidShowsContract } from "#contract/paid-shows.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { fieldProblem, keyOf, problem } from "#server/kit/http/problem.ts";
import { pdfAnswer } from "#server/kit/pdf/pdf-answer.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import { spendProblem } from "#server/wallet/wallet.ts";
import type { AnswerRefusal } from "./requests/answer-request.ts";
import { presentStudioRates } from "./requests/change-price.ts";
import type { RequestRefusal } from "./requests/request-show.ts";
import type { Shows } from "./shows.ts";

type Needs = { rooms: Rooms; shows: Shows };

type PaidShowHandlers = Handlers<typeof paidShowsContract>;
type OfRequests = Extract<
  keyof PaidShowHandlers,
  `${string} /api/fan/show-requests${string}` | `${string} /api/fan/show-invitations${string}`
>;
type OfStudio = Extract<keyof PaidShowHandlers, `${string} /api/studio/${string}`>;

/** The part of the contract that is about shows which fans pay for. */
export function paidShowRoutes(needs: Needs): PaidShowHandlers {
  return { ...requestRoutes(needs.shows), ...fanRoutes(needs.shows), ...studioRoutes(needs) };
}

/** The requests and invitations of a fan. */
function requestRoutes({ paid }: Shows): Pick<PaidShowHandlers, OfRequests> {
  return {
    "POST /api/fan/show-requests": async ({ body }, call) => {
      const asked = await paid.request({
        fanId: call.viewer.userId,
        modelId: body.model_id,
        mode: body.mode,
        ...consentOf(body),
        minimum: body.minimum ?? null,
        withoutSpies: body.spies_allowed === false,
        twoWay: body.two_way ?? false,
        key: call.idempotencyKey ?? randomUUID(),
      });
      if (!asked.ok) return requestProblem(call, asked.refusal);
      const { id, expires_at, rate, minimum, spies_allowed } = asked.request;
      const show = { id, state: "asked", rate, minimum, spies_allowed } as const;
      return { status: 201, body: { ...show, expires_at: expires_at.toISOString() } };
    },
    "GET /api/fan/show-requests": async (_input, { viewer }) => ({
      status: 200,
      body: { data: await paid.waiting(viewer.userId) },
    }),
    "GET /api/fan/show-requests/{id}": async ({ params }, call) => {
      const row = await paid.requestOf(call.viewer.userId, params.id);
      return row ? { status: 200, body: await paid.view(row) } : problem(call, "unknown_request");
    },
    "DELETE /api/fan/show-requests/{id}": async ({ params }, call) => {
      const done = await paid.withdraw(call.viewer.userId, params.id);
      return done.ok ? { status: 204, body: undefined } : problem(call, done.refusal);
    },
    "POST /api/fan/show-invitations/{id}": async ({ params, body }, call) => {
      const answered = await paid.answerInvitation(call.viewer.userId, params.id, {
        accept: body.accept,
        ...consentOf(body),
        key: call.idempotencyKey ?? randomUUID(),
      });
      if (answered.ok) return { status: 200, body: await paid.view(answered.request) };
      return requestProblem(call, answered.refusal);
    },
  };
}

/** A fan in a show, and afterwards. */
function fanRoutes({ paid, cameras }: Shows): Omit<PaidShowHandlers, OfStudio | OfRequests> {
  return {
    "GET /api/fan/show": async (_input, { viewer }) => ({
      status: 200,
      body: { show: await paid.showOfFan(viewer.userId) },
    }),
    "POST /api/fan/leave-show": async (_input, { viewer }) => ({
      status: 200,
      body: { show: await paid.leave(viewer.userId) },
    }),
    "POST /api/fan/spy": async ({ body }, call) => {
      const spied = await paid.spy({
        fanId: call.viewer.userId,
        modelId: body.model_id,
        ...consentOf(body),
        freeOnly: body.free_only ?? false,
        key: call.idempotencyKey ?? randomUUID(),
      });
      if (!spied.ok) return requestProblem(call, spied.refusal);
      return { status: 201, body: { show: await paid.stateOf(spied.participant) } };
    },
    "POST /api/fan/show-price": async ({ body }, call) => {
      const { show_id, rate, accept } = body;
      const key = call.idempotencyKey ?? randomUUID();
      const answered = await paid.answerPrice(call.viewer.userId, show_id, { rate, accept, key });
      if (answered.ok) return { status: 200, body: { show: await paid.stateOf(answered.participant) } };
      const { refusal } = answered;
      if (refusal.code !== "show_price_changed") return problem(call, refusal.code);
      return problem(call, refusal.code, { rate: refusal.rate });
    },
    "GET /api/fan/shows/{id}/receipt": async ({ params }, call) => {
      const found = await paid.receipt(call.viewer.userId, params.id);
      return found.ok ? { status: 200, body: found.receipt } : problem(call, found.refusal);
    },
    "GET /api/fan/shows/{id}/receipt/pdf": async ({ params: { id } }, call) => {
      const found = await paid.receiptDocument(call.viewer.userId, id, call.language);
      if (!found.ok) return problem(call, found.refusal);
      return pdfAnswer(`show-receipt-${id}`, found.sheet, found.at);
    },
    "POST /api/fan/shows/{id}/rating": async ({ params, body }, call) => {
      const rated = await paid.rate(call.viewer.userId, params.id, body.rating);
      return rated.ok ? { status: 200, body: { rating: rated.rating } } : problem(call, rated.refusal);
    },
    "POST /api/fan/show-camera": async (_input, call) => {
      const opened = await cameras.open(call.viewer.userId, call.origin);
      if (opened.ok) return { status: 200, body: opened.endpoint };
      return problem(call, keyOf(opened.refusal, ofRoom));
    },
  };
}

function studioRoutes({ rooms, shows }: Needs): Pick<PaidShowHandlers, OfStudio> {
  const { paid, cameras } = shows;
  return {
    "GET /api/studio/show-camera": async (_input, { viewer, origin }) => ({
      status: 200,
      body: { camera: await cameras.view(viewer.userId, origin) },
    }),
    "GET /api/studio/show-requests": async (_input, { viewer }) => {
      const waiting = await paid.requests(viewer.userId);
      const place = { page: 1, total: waiting.length, pageSize: Math.max(1, waiting.length) };
      return { status: 200, body: pageOf(waiting, place, "/api/studio/show-requests") };
    },
    "POST /api/studio/show-requests/{id}": async ({ params, body }, call) => {
      const answer = { accept: body.accept, ...(body.reason ? { reason: body.reason } : {}) };
      const answered = await paid.answer(call.viewer.userId, params.id, answer);
      if (answered.ok) return { status: 200, body: { request: await paid.view(answered.request) } };
      return problem(call, keyOf(answered.refusal, ofOwnShow));
    },
    "POST /api/studio/invitations": async ({ body }, call) => {
      const invited = await paid.invite(call.viewer.userId, body.fan_id, body.mode);
      if (!invited.ok) return problem(call, keyOf(invited.refusal, ofOwnShow));
      const { id, expires_at } = invited.invitation;
      return { status: 201, body: { id, expires_at: expires_at.toISOString() } };
    },
    "GET /api/studio/rates": async (_input, { viewer }) => ({
      status: 200,
      body: await paid.rates(viewer.userId),
    }),
    "POST /api/studio/rates": async ({ body }, call) => {
      const changed = await paid.changeRates(call.viewer.userId, body);
      if (changed.ok) return { status: 200, body: presentStudioRates(changed.model) };
      return fieldProblem(call, changed.refusal, "minimum");
    },
    "POST /api/studio/pause": async ({ body }, call) => {
      const { viewer, origin } = call;
      const done = await rooms.pause(viewer.userId, body);
      if (!done.ok)
        return done.refusal === "not_live"
          ? problem(call, done.refusal)
          : fieldProblem(call, done.refusal, "note");
      return { status: 200, body: await rooms.studio(viewer.userId, origin) };
    },
    "POST /api/studio/end-show": async (_input, { viewer, origin }) => {
      await shows.endShow(viewer.userId);
      const [studio, ofShows] = await Promise.all([
        rooms.studio(viewer.userId, origin),
        shows.studio(viewer.userId),
      ]);
      return { status: 200, body: { ...studio, ...ofShows } };
    },
  };
}

type Consent = {
  rate?: number | undefined;
  cap_tokens?: number | undefined;
  cap_seconds?: number | undefined;
};

const consentOf = ({ rate, cap_tokens, cap_seconds }: Consent) => ({
  rate: rate ?? 0,
  capTokens: cap_tokens ?? null,
  capSeconds: cap_seconds ?? null,
});

/** The parts of a show that its model reads. */
const ofOwnShow = {
  in_show: "own_show_running",
  banned: "fan_left_room",
  model_blocked: "fan_left_room",
} as const;

const ofRoom = {
  sign_in: "unauthenticated",
  fans_only: "forbidden",
  not_yours: "forbidden",
  suspended: "forbidden",
  read_only: "forbidden",
  hidden: "unknown_model",
  not_live: "stream_not_started",
  key_conflict: "show_key_reused",
} as const;

function requestProblem(call: Call<Viewer>, refusal: RequestRefusal | { code: AnswerRefusal }) {
  switch (refusal.code) {
    case "too_few_tokens":
    case "limit_reached":
    case "spending_paused":
      return spendProblem(call, refusal);
    case "show_price_changed":
      return problem(call, refusal.code, { rate: refusal.rate, minimum: refusal.minimum });
    case "spies_changed":
      return problem(call, refusal.code, { rate: refusal.rate });
    case "cap_too_low":
      return fieldProblem(call, refusal.code, "cap_tokens");
    default:
      return problem(call, keyOf(refusal.code, ofRoom));
  }
}
