import { useSearchParams } from "react-router";
import { RegisterPanel } from "#web/features/auth/RegisterPanel.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/register.ts";

export const meta: Route.MetaFunction = () => [{ title: `${m.auth_register_title()} · Fanlight` }];

export default function Register() {
  const [query] = useSearchParams();
  const model = query.get("model") === "true";
  // The two forms have different consents: going from one to the other begins anew.
  return <RegisterPanel key={String(model)} model={model} referrer={referrerOf(query.get("referrer"))} />;
}

function referrerOf(text: string | null): number | null {
  const id = Number(text);
  return text !== null && Number.isSafeInteger(id) && id > 0 ? id : null;
}
