import { ReceiptPage } from "#web/features/statement/ReceiptPage.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/receipt.ts";

export const meta: Route.MetaFunction = () => [{ title: m.purchase_receipt_document() }];

/** The receipt of one purchase. */
export default function Receipt({ params }: Route.ComponentProps) {
  return <ReceiptPage id={params.id} />;
}
