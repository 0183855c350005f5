import { ReceiptPage } from "#web/features/show/receipt/ReceiptPage.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/receipt.ts";

export const meta: Route.MetaFunction = () => [
  { title: `${m.receipt_document()} · Fanlight` },
  { name: "robots", content: "noindex" },
];

/** The receipt of one show. What is no number is the receipt of nothing. */
export default function Receipt({ params: { id } }: Route.ComponentProps) {
  return <ReceiptPage id={/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0} />;
}
