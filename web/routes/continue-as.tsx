import { redirect } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { titled } from "#contract/site-name.ts";
import { ContinueAs } from "#web/features/auth/ContinueAs.tsx";
import { looksLikeToken } from "#web/lib/api/token.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { safeRoute } from "#web/lib/navigation/saved-route.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/continue-as.ts";

/** The cookie with the token comes with the document alone: the server always draws this page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { viewer, apiFor } = context.get(requestContext);
  const to = safeRoute(new URL(request.url).searchParams.get("to")) ?? "/";
  const token = readCookie(request.headers.get("cookie") ?? "", cookieNames.pendingToken) ?? "";
  const answer = looksLikeToken(token) ? await apiFor(token).call("GET /api/fan/profile") : null;
  if (viewer === null || answer?.status !== 200 || answer.body.id === viewer.id) throw redirect(to);
  return { now: faceOf(viewer), next: faceOf(answer.body), to };
}

const faceOf = ({ login, avatar }: FanProfile) => ({ login, avatar });

export const meta: Route.MetaFunction = () => [
  { title: titled(m.continue_as_title()) },
  { name: "robots", content: "noindex" },
];

export default function ContinueAsPage({ loaderData }: Route.ComponentProps) {
  return <ContinueAs {...loaderData} />;
}
