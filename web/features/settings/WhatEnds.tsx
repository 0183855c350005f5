import { queryOptions, useQuery } from "@tanstack/react-query";
import { subscriptionStatus } from "#contract/subscription-status.ts";
import { fetchSubscriptions } from "#web/entities/subscription/subscription-api.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { tokens, utcDay } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";

type Page = { data: readonly unknown[]; meta: { current_page: number; last_page: number } };

/** How many things were bought, and whether there are more than one page of them shows. */
type Bought = { count: number; more: boolean };

const boughtOf = ({ data, meta }: Page): Bought => ({
  count: data.length,
  more: meta.last_page > meta.current_page,
});

async function firstPage(
  api: Api,
  call: "GET /api/videos-purchased" | "GET /api/fan/purchased-posts" | "GET /api/get-chat-purchased-content",
): Promise<Bought> {
  return boughtOf(answerOf(await api.call(call, { query: { page: 1 } })));
}

/** The losses of a fan who closes the account: the subscriptions whose paid time runs, and the purchases. */
const whatEndsQuery = queryOptions({
  queryKey: ["what-ends"],
  staleTime: 0,
  async queryFn({ meta }) {
    const api = queryApi(meta);
    const [subscriptions, videos, posts, media] = await Promise.all([
      fetchSubscriptions(api, 1),
      firstPage(api, "GET /api/videos-purchased"),
      firstPage(api, "GET /api/fan/purchased-posts"),
      firstPage(api, "GET /api/get-chat-purchased-content"),
    ]);
    return { subscriptions: subscriptions.data, videos, posts, media };
  },
});

/** Names, before an account is deleted, what ends with it. While it cannot be read, that such things end is said all the same. */
export function WhatEnds() {
  const { data } = useQuery(whatEndsQuery);
  const now = new Date();
  const running = (data?.subscriptions ?? []).filter((one) => subscriptionStatus(one, now) !== "expired");
  const bought = data
    ? [
        { kind: m.settings_delete_videos(), ...data.videos },
        { kind: m.settings_delete_posts(), ...data.posts },
        { kind: m.settings_delete_media(), ...data.media },
      ].filter(({ count }) => count > 0)
    : [];
  return (
    <div>
      <dt className="font-semibold">{m.settings_delete_ends_title()}</dt>
      <dd className="text-text-2">
        {m.settings_delete_ends()}
        {running.length + bought.length > 0 && (
          <ul className="mt-1 list-disc pl-5 text-text">
            {running.map(({ id, name, expire_at }) => (
              <li key={id}>
                {m.settings_delete_subscription({
                  name: name || m.receipt_gone(),
                  date: utcDay(expire_at),
                })}
              </li>
            ))}
            {bought.map(({ kind, count, more }) => (
              <li key={kind}>
                {kind}: {tokens(count)}
                {more && "+"}
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}
