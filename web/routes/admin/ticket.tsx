import { TicketPage } from "#web/features/admin/TicketPage.tsx";
import type { Route } from "./+types/ticket.ts";

export default function Ticket({ params }: Route.ComponentProps) {
  return <TicketPage id={Number(params.id)} />;
}
