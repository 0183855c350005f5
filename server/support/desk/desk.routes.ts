import type { deskContract } from "#contract/desk.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { accountRoutes } from "./account.routes.ts";
import type { DeskNeeds } from "./desk.ts";
import { modelRoutes } from "./model.routes.ts";
import { paymentRoutes } from "./payment.routes.ts";
import { ticketRoutes } from "./ticket.routes.ts";

/** The staff desk's part of the contract. */
export function deskRoutes(needs: DeskNeeds): Handlers<typeof deskContract> {
  return { ...accountRoutes(needs), ...modelRoutes(needs), ...ticketRoutes(needs), ...paymentRoutes(needs) };
}
