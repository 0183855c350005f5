import { Link, useSearchParams } from "react-router";
import { PaymentReturn } from "#web/features/checkout/return/PaymentReturn.tsx";
import { m } from "#web/paraglide/messages.js";
import { Logo } from "#web/ui/Logo.tsx";
import type { Route } from "./+types/payment-request.ts";

export const meta: Route.MetaFunction = () => [
  { title: m.pay_return_document() },
  { name: "robots", content: "noindex" },
];

/** Where a processor sends the fan back: `?id=` names the transaction. No menu and no footer. */
export default function PaymentRequestPage() {
  const [query] = useSearchParams();
  const id = query.get("id");
  return (
    <main id="main" className="grid min-h-dvh grid-rows-[auto_1fr] place-items-center">
      <Link to="/" target="_top" aria-label={m.pay_return_back()} className="mt-8 rounded-8">
        <Logo />
      </Link>
      <PaymentReturn key={id} id={id} />
    </main>
  );
}
