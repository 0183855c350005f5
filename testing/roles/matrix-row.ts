import { randomUUID } from "node:crypto";
import type { Actors, Caller } from "./actors.ts";

/** The parts of a request: path parameters, query and body, the same from every caller. */
export type RequestParts = {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
};

/** The status that each kind of caller gets. */
export type Statuses = Readonly<Record<Caller, number>>;

/** One row of the roles matrix. */
export type MatrixRow = {
  statuses: Statuses;
  /** The request for a thing of `fan` or `model` that everybody makes; made once per caller. */
  request: (actors: Actors) => RequestParts | Promise<RequestParts>;
  /** The call ends sessions or accounts: its people are of its own. */
  endsSessions: boolean;
};

/** A row of the matrix; without `request` the call goes out bare, with 1 for each path parameter. */
export function row(
  statuses: Statuses,
  request: MatrixRow["request"] = () => ({}),
  options: { endsSessions?: true } = {},
): MatrixRow {
  return { statuses, request, endsSessions: options.endsSessions ?? false };
}

const noPerson = { guest: 401, fan: 403, otherFan: 403, model: 403, otherModel: 403, admin: 403 } as const;

/** Everybody gets `status`, without a token too. */
export function everybody(status: number): Statuses {
  return { ...signedIn(status), guest: status };
}

/** Everybody who is signed in gets `status`. */
export function signedIn(status: number): Statuses {
  return {
    guest: 401,
    fan: status,
    otherFan: status,
    model: status,
    otherModel: status,
    admin: status,
  };
}

/** The fan who owns the thing gets `status`; the other fan `otherFan`, by default the same. */
export function fansOnly(status: number, otherFan = status): Statuses {
  return { ...noPerson, fan: status, otherFan };
}

/** The model who owns the thing gets `status`; the other model `otherModel`, by default the same. */
export function modelsOnly(status: number, otherModel = status): Statuses {
  return { ...noPerson, model: status, otherModel };
}

/** Staff gets `status`. */
export function staffOnly(status: number): Statuses {
  return { ...noPerson, admin: status };
}

/** The room of `model`. */
export const room = ({ model }: Actors) => ({ params: { slug: model.login } });
/** An address that no account has. */
export const emailOfNobody = () => `${randomUUID()}@example.test`;
