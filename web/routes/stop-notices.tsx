import { data } from "react-router";
import { titled } from "#contract/site-name.ts";
import { type NoticeOffer, StopNotices } from "#web/features/notices/StopNotices.tsx";
import { pageStatus } from "#web/lib/page/page-status.ts";
import { serverApi } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/stop-notices.ts";
import NotFound from "./not-found.tsx";

export async function loader({ context, params: { code } }: Route.LoaderArgs) {
  const answer = await serverApi(context).call("GET /api/notices/{code}", { params: { code } });
  if (answer.status === 200) return data<{ offer: NoticeOffer | null }>({ offer: answer.body });
  if (answer.status === 404) return data<{ offer: NoticeOffer | null }>({ offer: null }, { status: 404 });
  throw new Response(answer.body.message, { status: pageStatus(answer.status) });
}

export const meta: Route.MetaFunction = () => [
  { title: titled(m.notices_document()) },
  { name: "robots", content: "noindex" },
];

/** Opened from a mail only, so that the server always draws it. */
export default function StopNoticesPage({ loaderData: { offer }, params: { code } }: Route.ComponentProps) {
  return offer === null ? <NotFound /> : <StopNotices offer={offer} code={code} />;
}
