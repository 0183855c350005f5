import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { titled } from "#contract/site-name.ts";
import { referrerOf, rememberReferrer } from "#web/entities/account/referrer.ts";
import { registerByForm } from "#web/features/auth/form-actions.ts";
import { readWanted, useIntentUntilLeft } from "#web/features/auth/intent.ts";
import { RegisterPanel } from "#web/features/auth/RegisterPanel.tsx";
import { SignedIn } from "#web/features/auth/SignedIn.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/register.ts";

export const meta: Route.MetaFunction = () => [
  { title: titled(m.auth_register_title()) },
  { name: "description", content: m.auth_register_description() },
];

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readWanted(context.get(requestContext).api, request.headers.get("cookie") ?? "");

export const clientLoader = () => readWanted(browserApi, document.cookie);

export const action = (sent: Route.ActionArgs) => registerByForm(sent);

export default function Register({ actionData, loaderData }: Route.ComponentProps) {
  useIntentUntilLeft();
  const [query] = useSearchParams();
  const model = query.get("model") === "true";
  const referrer = referrerOf(query.get("referrer"));
  useEffect(() => {
    if (referrer !== null) rememberReferrer(referrer);
  }, [referrer]);
  const viewer = useViewer();
  if (viewer) return <SignedIn role={viewer.role} />;
  // The two forms have different consents: going from one to the other starts over.
  return (
    <RegisterPanel
      key={String(model)}
      model={model}
      referrer={referrer}
      refused={actionData}
      wanted={loaderData}
    />
  );
}
