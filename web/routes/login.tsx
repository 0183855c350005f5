import { titled } from "#contract/site-name.ts";
import { signInByForm } from "#web/features/auth/form-actions.ts";
import { readWanted, useIntentUntilLeft } from "#web/features/auth/intent.ts";
import { LoginPanel } from "#web/features/auth/LoginPanel.tsx";
import { SignedIn } from "#web/features/auth/SignedIn.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/login.ts";

export const meta: Route.MetaFunction = () => [
  { title: titled(m.auth_login_title()) },
  { name: "description", content: m.auth_login_description() },
];

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readWanted(context.get(requestContext).api, request.headers.get("cookie") ?? "");

export const clientLoader = () => readWanted(browserApi, document.cookie);

export const action = (sent: Route.ActionArgs) => signInByForm(sent);

export default function Login({ actionData, loaderData }: Route.ComponentProps) {
  useIntentUntilLeft();
  const viewer = useViewer();
  if (viewer) return <SignedIn role={viewer.role} />;
  return <LoginPanel refused={actionData} wanted={loaderData} />;
}
