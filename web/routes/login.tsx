import { signInByForm } from "#web/features/auth/form-actions.ts";
import { LoginPanel } from "#web/features/auth/LoginPanel.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/login.ts";

export const meta: Route.MetaFunction = () => [
  { title: `${m.auth_login_title()} · Fanlight` },
  { name: "description", content: m.auth_login_description() },
];

export const action = (sent: Route.ActionArgs) => signInByForm(sent);

export default function Login({ actionData }: Route.ComponentProps) {
  return <LoginPanel refused={actionData} />;
}
