import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { referrerOf, rememberReferrer } from "#web/entities/account/referrer.ts";
import { registerByForm } from "#web/features/auth/form-actions.ts";
import { RegisterPanel } from "#web/features/auth/RegisterPanel.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/register.ts";

export const meta: Route.MetaFunction = () => [
  { title: `${m.auth_register_title()} · Fanlight` },
  { name: "description", content: m.auth_register_description() },
];

export const action = (sent: Route.ActionArgs) => registerByForm(sent);

export default function Register({ actionData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const model = query.get("model") === "true";
  const referrer = referrerOf(query.get("referrer"));
  useEffect(() => {
    if (referrer !== null) rememberReferrer(referrer);
  }, [referrer]);
  // The two forms have different consents: going from one to the other starts over.
  return <RegisterPanel key={String(model)} model={model} referrer={referrer} refused={actionData} />;
}
