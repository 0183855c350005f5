import { z } from "zod";
import { clientId, id, instant, page, pageQuery, problem, searchQuery, tooMany } from "./common.ts";
import { type Contract, roles } from "./endpoint.ts";
import { reauthFields, text } from "./fields.ts";

export const staffRefusals = { 401: problem, 403: problem, 422: problem, 429: tooMany } as const;
export const staffOnly = ["admin"] as const;
/** Why staff does something, for the log. */
export const reason = text({ min: 3, max: 300 });

export const adminModel = z.object({
  id: z.int(),
  login: z.string(),
  artistic_name: z.string(),
  avatar: z.string(),
  /** Kept out of every list; fans cannot enter the room. */
  hidden: z.boolean(),
  /** Hidden, with the account closed. */
  suspended: z.boolean(),
  /** Only an approved model is listed; `submitted` waits for staff. */
  listing: z.enum(["draft", "submitted", "approved"]),
  status: z.enum(["began", "paused", "stopped"]),
  type: z.enum(["public", "private", "vip", "promo"]),
  watchers: z.int(),
  live_since: instant.nullable(),
  last_connection: instant.nullable(),
});
export type AdminModel = z.output<typeof adminModel>;

/** `suspended_at`: when staff suspended it; null unless they have. */
export const adminAccount = z.object({
  id: z.int(),
  login: z.string(),
  role: z.enum(roles),
  suspended_at: instant.nullable(),
});
export type AdminAccount = z.output<typeof adminAccount>;

export const modelActions = [
  "approve",
  "send-back",
  "hide",
  "show",
  "suspend",
  "restore",
  "end-show",
] as const;
export const modelAction = z.enum(modelActions);
export type ModelAction = z.output<typeof modelAction>;

/** An entry of the staff log. `target` is a kind and an id: `model:7`. */
export const staffAction = z.object({
  id: z.int(),
  staff: z.string(),
  action: z.string(),
  target: z.string(),
  label: z.string(),
  reason: z.string(),
  at: instant,
});
export type StaffLogLine = z.output<typeof staffAction>;

/** The admin area. Every change carries a reason or a text and is written to the log. */
export const adminContract = {
  "GET /api/admin/models": {
    summary: "Every model, live ones first",
    access: staffOnly,
    query: searchQuery.extend({
      state: z.enum(["all", "waiting", "live", "hidden", "suspended"]).default("all"),
    }),
    responses: { 200: page(adminModel), ...staffRefusals },
  },
  "POST /api/admin/models/{id}/{action}": {
    summary:
      "Approve a submitted page or send it back, hide, show, suspend or restore a model, or end the show; the room of a hidden or suspended model ends at once; renewals with a suspended model are switched off, those with a hidden one two days before their charge",
    access: staffOnly,
    params: z.object({ id, action: modelAction }),
    body: z.object({ reason, client_id: clientId }),
    responses: { 200: adminModel, 404: problem, 409: problem, ...staffRefusals },
  },
  "GET /api/admin/accounts/{id}": {
    summary: "An account of any role, and since when it is suspended",
    access: staffOnly,
    params: z.object({ id }),
    responses: { 200: adminAccount, 404: problem, ...staffRefusals },
  },
  "POST /api/admin/accounts/{id}/suspend": {
    summary:
      "Suspend a fan: signed out everywhere, a show they are in ends with its bill, and no subscription is renewed; models are suspended as models, staff not at all",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ reason, client_id: clientId }),
    responses: { 200: adminAccount, 404: problem, 409: problem, ...staffRefusals },
  },
  "POST /api/admin/accounts/{id}/restore": {
    summary: "End the suspension of a fan, who can sign in again",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ reason, client_id: clientId }),
    responses: { 200: adminAccount, 404: problem, 409: problem, ...staffRefusals },
  },
  "POST /api/admin/accounts/{id}/end-sessions": {
    summary: "End every session of a user of any role; the account stays open",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ reason, client_id: clientId }),
    responses: { 200: z.object({ ended: z.int() }), 404: problem, 409: problem, ...staffRefusals },
  },
  "POST /api/admin/accounts/{id}/remove-second-factor": {
    summary:
      "Remove a lost second factor from an account after staff verified its owner; needs the staff member's own password and code, ends every session of the account and notifies its owner by email",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ reason, client_id: clientId, ...reauthFields }),
    responses: { 200: z.object({ ended: z.int() }), 404: problem, 409: problem, ...staffRefusals },
  },
  "GET /api/admin/log": {
    summary: "What staff did, newest first; all of it or what concerns one target",
    access: staffOnly,
    query: pageQuery.extend({ target: text({ max: 100 }).default("") }),
    responses: { 200: page(staffAction), ...staffRefusals },
  },
} as const satisfies Contract;
