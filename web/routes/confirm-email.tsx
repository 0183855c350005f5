import { useSearchParams } from "react-router";
import { type DeadLink, LinkOutcome } from "#web/features/account/LinkOutcome.tsx";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/confirm-email.ts";

export const meta: Route.MetaFunction = () => [
  { title: `${m.email_alert()} · Fanlight` },
  { name: "robots", content: "noindex" },
];

export default function ConfirmEmail() {
  const [query] = useSearchParams();
  return <LinkOutcome link={outcomeOf(query.get("link"))} />;
}

function outcomeOf(text: string | null): DeadLink {
  return text === "already" || text === "expired" ? text : "unknown";
}
