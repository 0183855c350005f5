import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "#web/lib/api/api.ts";
import { type Answered, answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** Prefix of all admin queries: a change invalidates all of them. */
export const adminKey = "admin";

/** Something of the admin area; the last answer stays on screen while the next one comes. */
function adminQuery<A extends Answered>(key: readonly unknown[], ask: (api: Api) => Promise<A>) {
  return queryOptions({
    queryKey: [adminKey, ...key],
    queryFn: async ({ meta }) => answerOf(await ask(queryApi(meta))),
    placeholderData: keepPreviousData,
    // Data that the document has brought is not asked for once more.
    staleTime: 5_000,
    refetchInterval: 15_000,
  });
}

/** The filters of a list in an address; the first of `states` where it names none of them. */
export function filtersIn<State extends string>(
  address: URLSearchParams,
  states: readonly [State, ...State[]],
) {
  return {
    page: Math.max(1, Math.trunc(Number(address.get("page")) || 1)),
    search: address.get("search") ?? "",
    state: states.find((known) => known === address.get("state")) ?? states[0],
  };
}

/** The filters of the list of models. */
export const modelStates = ["all", "waiting", "live", "hidden", "suspended"] as const;

/** The models that an address names. */
export function modelsIn(address: URLSearchParams) {
  const query = filtersIn(address, modelStates);
  return adminQuery(["models", query], (api) => api.call("GET /api/admin/models", { query }));
}

/** The page that a model wants to show. */
export const listingOf = (id: number) =>
  adminQuery(["listing", id], (api) => api.call("GET /api/admin/models/{id}/listing", { params: { id } }));

/** The filters of the list of messages to support. */
export const ticketLists = ["waiting", "closed"] as const;

/** The messages to support that an address names. */
export function ticketsIn(address: URLSearchParams) {
  const { page, state } = filtersIn(address, ticketLists);
  return adminQuery(["tickets", { page, state }], (api) =>
    api.call("GET /api/admin/tickets", { query: { page, state } }),
  );
}

export const ticketQuery = (id: number) =>
  adminQuery(["ticket", id], (api) => api.call("GET /api/admin/tickets/{id}", { params: { id } }));

/** An account, and since when it is suspended. */
export const accountQuery = (id: number) =>
  adminQuery(["account", id], (api) => api.call("GET /api/admin/accounts/{id}", { params: { id } }));

/** The payments that an address names. */
export function paymentsIn(address: URLSearchParams) {
  const { page, search } = filtersIn(address, ["all"]);
  return adminQuery(["payments", { page, search }], (api) =>
    api.call("GET /api/admin/payments", { query: { page, search } }),
  );
}

export const paymentQuery = (id: string) =>
  adminQuery(["payment", id], (api) => api.call("GET /api/admin/payments/{id}", { params: { id } }));

/** The sums that banks took back without naming a payment for sure. */
export const chargebacksQuery = adminQuery(["chargebacks"], (api) => api.call("GET /api/admin/chargebacks"));

/** The fans who owe tokens. */
export const debtsQuery = adminQuery(["debts"], (api) => api.call("GET /api/admin/debts", { query: {} }));

/** A month, `YYYY-MM`. */
const monthPattern = /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/;
export const isMonth = (text: string): boolean => monthPattern.test(text);

/** The month that an address names, else this one. */
export function monthIn(address: URLSearchParams): string {
  const named = address.get("month") ?? "";
  return isMonth(named) ? named : new Date().toISOString().slice(0, 7);
}

/** The payouts of the month and page that an address names. */
export function payoutsIn(address: URLSearchParams, month = monthIn(address)) {
  const { page } = filtersIn(address, ["all"]);
  return adminQuery(["payouts", { page, month }], (api) =>
    api.call("GET /api/admin/payouts", { query: { page, month } }),
  );
}

/** The latest findings of the machine's checks, and the work that waits for somebody. */
export const stateQuery = adminQuery(["state"], (api) => api.call("GET /api/admin/state"));

/** The day that it is now, `YYYY-MM-DD`. */
export const todayUtc = (): string => new Date().toISOString().slice(0, 10);

/** The books of a day, `YYYY-MM-DD`, as they stand now. */
export const booksQuery = (day: string) =>
  adminQuery(["books", day], (api) => api.call("GET /api/admin/books", { query: { day } }));

/** The books of the last days, each closed in the night after it: one row a day. */
export const dayReportsQuery = {
  ...adminQuery(["day-reports"], (api) => api.call("GET /api/admin/day-reports")),
  refetchInterval: false,
} as const;

/** The actions of staff, for one target where the address names it. */
export function logIn(address: URLSearchParams) {
  const query = { page: filtersIn(address, ["all"]).page, target: address.get("target") ?? "" };
  return adminQuery(["log", query], (api) => api.call("GET /api/admin/log", { query }));
}
