import type { AppEndpoint } from "#contract/contract.ts";
import type { MatrixRow } from "./matrix-row.ts";
import { accountRows } from "./matrix/account-rows.ts";
import { contentRows } from "./matrix/content-rows.ts";
import { liveRows } from "./matrix/live-rows.ts";
import { purchaseRows } from "./matrix/purchase-rows.ts";
import { supportRows } from "./matrix/support-rows.ts";

/**
 * The rights of every role: one row for each endpoint of the contract. Each names a thing of `fan` or `model` where
 * there is one, so that the statuses of the other people show that ownership is checked on the server. A new endpoint
 * gets a row here before anything else.
 */
export const matrix: Readonly<Record<AppEndpoint, MatrixRow>> = {
  ...accountRows,
  ...purchaseRows,
  ...contentRows,
  ...liveRows,
  ...supportRows,
};
