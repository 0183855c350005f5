import { useSearchParams } from "react-router";
import { titled } from "#contract/site-name.ts";
import { resetPasswordByForm } from "#web/features/auth/form-actions.ts";
import { LostPasswordPanel } from "#web/features/auth/LostPasswordPanel.tsx";
import { NewPasswordPanel } from "#web/features/auth/NewPasswordPanel.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/lost-password.ts";

export const meta: Route.MetaFunction = ({ location }) => {
  const title = location.search.includes("token=") ? m.password_new_title() : m.password_lost_title();
  // The address of a mailed link opens an account: nobody may keep it.
  return [{ title: titled(title) }, { name: "robots", content: "noindex" }];
};

export const action = (sent: Route.ActionArgs) => resetPasswordByForm(sent);

export default function LostPassword({ actionData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const [token, email] = [query.get("token"), query.get("email")];
  const [outcome, refused] =
    actionData && "kind" in actionData ? [actionData, undefined] : [undefined, actionData];
  return token && email ? (
    <NewPasswordPanel token={token} email={email} outcome={outcome} refused={refused} />
  ) : (
    <LostPasswordPanel outcome={outcome} refused={refused} />
  );
}
