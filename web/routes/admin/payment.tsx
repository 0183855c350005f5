import { PaymentPage } from "#web/features/admin/PaymentPage.tsx";
import type { Route } from "./+types/payment.ts";

export default function Payment({ params }: Route.ComponentProps) {
  return <PaymentPage id={params.id} />;
}
