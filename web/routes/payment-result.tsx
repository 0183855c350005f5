import { Link, useLocation, useSearchParams } from "react-router";
import { siteName } from "#contract/site-name.ts";
import { PaymentReturn } from "#web/features/checkout/return/PaymentReturn.tsx";
import type { Reported } from "#web/features/checkout/return/reported-variant.ts";
import { m } from "#web/paraglide/messages.js";
import { Logo } from "#web/ui/pictures/Logo.tsx";
import type { Route } from "./+types/payment-result.ts";

export const meta: Route.MetaFunction = () => [
  { title: m.pay_return_document() },
  { name: "robots", content: "noindex" },
];

/**
 * Where a processor sends the fan back: `?id=` names the transaction, and the address of the regional provider says
 * how it ended there. The page shows what we know of the payment itself; only where it cannot ask, what was reported.
 */
export default function PaymentResultPage() {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const id = query.get("id");
  return (
    <main id="main" className="grid min-h-dvh grid-rows-[auto_1fr] place-items-center">
      <Link
        to="/"
        target="_top"
        aria-label={m.pay_return_back({ site: siteName() })}
        className="mt-8 rounded-8"
      >
        <Logo />
      </Link>
      <PaymentReturn key={id} id={id} reported={reportedBy(pathname)} />
    </main>
  );
}

function reportedBy(pathname: string): Reported | null {
  const outcome = /^\/directa\/(successful|failed|cancelled)-payment\/?$/i.exec(pathname)?.[1]?.toLowerCase();
  if (outcome === "failed" || outcome === "cancelled") return outcome;
  return outcome === "successful" ? "completed" : null;
}
