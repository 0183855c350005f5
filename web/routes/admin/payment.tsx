import { PaymentPage } from "#web/features/desk/PaymentPage.tsx";
import type { Route } from "./+types/payment.ts";

export default function Payment({ params }: Route.ComponentProps) {
  return <PaymentPage id={params.id} />;
}
