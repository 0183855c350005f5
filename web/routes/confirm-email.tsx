import { redirect } from "react-router";
import { titled } from "#contract/site-name.ts";
import { ConfirmByLink } from "#web/features/account/ConfirmByLink.tsx";
import { type DeadLink, LinkOutcome } from "#web/features/account/LinkOutcome.tsx";
import { cookieNames } from "#web/lib/constants.ts";
import { cookieText, readCookie } from "#web/lib/cookies.ts";
import { readForm } from "#web/lib/forms/plain-form.ts";
import { safeRoute } from "#web/lib/navigation/saved-route.ts";
import { pageStatus } from "#web/lib/page/page-status.ts";
import { requestContext, serverApi } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/confirm-email.ts";

/** The state of the link that led here. Programs that read mails open links as well: reading confirms nothing. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const token = query.get("token");
  if (token === null) return { link: outcomeOf(query.get("link")), token: "" };
  const answer = await serverApi(context).call("GET /api/email-link", { query: { token } });
  if (answer.status === 200) return { link: answer.body.link, token };
  throw new Response(null, { status: pageStatus(answer.status) });
}

/** Takes the page's form: confirms the address, and leads on to where its owner was when they were asked to. */
export async function action({ context, request }: Route.ActionArgs) {
  const token = (await readForm(request)).text("token");
  const answer = await context.get(requestContext).api.call("POST /api/email-link", { body: { token } });
  if (answer.status !== 200) throw new Response(null, { status: pageStatus(answer.status) });
  const { link } = answer.body;
  const headers = new Headers({ "cache-control": "no-store" });
  if (link !== "confirmed") return redirect(`/confirm-email?link=${link}`, { status: 303, headers });
  const wanted = safeRoute(readCookie(request.headers.get("cookie") ?? "", cookieNames.routeBack));
  headers.append(
    "set-cookie",
    cookieText(cookieNames.routeBack, "", 0, new URL(request.url).protocol === "https:"),
  );
  return redirect(wanted ?? "/", { status: 303, headers });
}

export const meta: Route.MetaFunction = () => [
  { title: titled(m.email_alert()) },
  { name: "robots", content: "noindex" },
];

/** Opened from a mail, so that the server always draws it. */
export default function ConfirmEmail({ loaderData: { link, token } }: Route.ComponentProps) {
  return link === "open" ? <ConfirmByLink token={token} /> : <LinkOutcome link={link} />;
}

function outcomeOf(text: string | null): DeadLink {
  return text === "already" || text === "expired" ? text : "unknown";
}
