import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { titled } from "#contract/site-name.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import type { Route } from "./+types/subscription-result.ts";

export const meta: Route.MetaFunction = () => [
  { title: titled(m.sub_result_document()) },
  { name: "robots", content: "noindex" },
];

/**
 * Where the provider's form leads. It proves nothing: inside the dialog's frame it only says that the form was left, and
 * the dialog asks what became of the payment. Standing alone it leads to the list that knows.
 */
export default function SubscriptionResult() {
  const [query] = useSearchParams();
  const [model, end] = [Number(query.get("to")), query.get("end") === "success" ? "success" : "failed"];
  useEffect(() => {
    if (window.parent !== window)
      window.parent.postMessage({ kind: "subscription-form", model, end }, location.origin);
  }, [model, end]);
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-6 text-center">
      <div role="status" className="grid justify-items-center gap-3">
        {end === "success" && <Spinner size={28} />}
        <h1 className="text-20!">{end === "success" ? m.sub_waiting_title() : m.sub_failed_title()}</h1>
        <p className="max-w-[44ch] text-text-2">
          {end === "success" ? m.sub_waiting_text() : m.sub_failed_text()}
        </p>
        <ButtonLink to="/subscription-models" tone="primary" target="_top">
          {m.nav_subscriptions()}
        </ButtonLink>
      </div>
    </main>
  );
}
