import { Link } from "react-router";
import type { Role } from "#contract/endpoint.ts";
import { homeOf } from "#web/lib/navigation/guards.ts";
import { m } from "#web/paraglide/messages.js";
import { Spinner } from "#web/ui/Spinner.tsx";
import { AuthCard } from "./AuthCard.tsx";

/**
 * Stands in place of the form between signing in and the page that comes next, whose code and data may take seconds. The
 * link leads on by hand, should that page not come.
 */
export function SignedIn({ role }: { role: Role }) {
  return (
    <AuthCard
      title={m.auth_signed_in_title()}
      lead={m.auth_signed_in_lead()}
      problem={null}
      footer={
        <Link to={homeOf(role)} className="font-[550] text-accent hover:underline">
          {m.auth_signed_in_go()}
        </Link>
      }
    >
      <div role="status" className="mt-6 flex justify-center text-accent">
        <Spinner size={28} />
        <span className="sr-only">{m.common_loading()}</span>
      </div>
    </AuthCard>
  );
}
