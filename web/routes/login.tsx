import { LoginPanel } from "#web/features/auth/LoginPanel.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/login.ts";

export const meta: Route.MetaFunction = () => [{ title: `${m.auth_login_title()} · Fanlight` }];

export default function Login() {
  return <LoginPanel />;
}
