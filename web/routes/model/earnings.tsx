import { titled } from "#contract/site-name.ts";
import { earningsQuery } from "#web/features/studio/earnings/earnings-query.ts";
import { spanOf } from "#web/features/studio/earnings/earnings-span.ts";
import { EarningsPage } from "#web/features/studio/earnings/EarningsPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/earnings.ts";

export const loader = (args: Route.LoaderArgs) => {
  const asked = askedIn(args.request.url);
  return readOnServer(args, async (client) => {
    await client.ensureQueryData(earningsQuery(asked.span));
    return asked;
  });
};

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const asked = askedIn(request.url);
  // The page shows what it has, and a skeleton for what comes.
  void browserQueryClient().prefetchQuery(earningsQuery(asked.span));
  return readInBrowser(Promise.resolve(asked));
};

export const meta: Route.MetaFunction = () => [{ title: titled(m.earnings_title()) }];

/** The model's earnings in the days that the address names. */
export default function Earnings({ loaderData: { found } }: Route.ComponentProps) {
  const { span, typed, now } = found ?? askedIn("http://here.invalid/");
  return <EarningsPage span={span} typed={typed} now={new Date(now)} />;
}

/** The span that is shown, the days as they were typed, and the instant that the usual spans are counted from. */
function askedIn(address: string) {
  const query = new URL(address).searchParams;
  const now = new Date();
  const span = spanOf(query, now);
  const typed = { from: query.get("from") ?? span.from, to: query.get("to") ?? span.to };
  return { span, typed, now: now.toISOString() };
}
