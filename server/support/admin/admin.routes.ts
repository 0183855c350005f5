import type { adminPaymentsContract } from "#contract/admin-payments.ts";
import type { adminTicketsContract } from "#contract/admin-tickets.ts";
import type { adminContract } from "#contract/admin.ts";
import type { payoutsContract } from "#contract/earnings.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { accountRoutes } from "./account.routes.ts";
import { modelRoutes } from "./model.routes.ts";
import type { AdminNeeds } from "./needs.ts";
import { paymentRoutes } from "./payment.routes.ts";
import { payoutRoutes } from "./payout.routes.ts";
import { ticketRoutes } from "./ticket.routes.ts";

/** The admin part of the contract. */
export function adminRoutes(
  needs: AdminNeeds,
): Handlers<
  typeof adminContract & typeof adminTicketsContract & typeof adminPaymentsContract & typeof payoutsContract
> {
  return {
    ...accountRoutes(needs),
    ...modelRoutes(needs),
    ...ticketRoutes(needs),
    ...paymentRoutes(needs),
    ...payoutRoutes(needs),
  };
}
