import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Chat, ReplyTime } from "#contract/messaging.ts";
import type { FanProfile } from "#contract/profile.ts";
import { chat } from "#testing/web/inbox/chat.ts";
import { ME } from "#testing/web/inbox/message.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { type Inbox, InboxProvider, partnerOf } from "../inbox.ts";
import type { ThreadSession } from "./thread-session.ts";
import { ThreadHead } from "./ThreadHead.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

const { model } = chat(5, 1);

/** The head of an open chat as one side of it sees it. */
function draw(
  change: Partial<Chat["model"]> = {},
  role: "fan" | "model" = "fan",
  replyTime: ReplyTime | null = null,
  closed = false,
): string {
  const shown = chat(5, 1, { model: { ...model, ...change } });
  const inbox = { side: role, me: ME, path: "/chat" } as Inbox;
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, { id: ME, role } as FanProfile);
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <ThreadHead
          thread={{} as ThreadSession}
          chat={shown}
          partner={partnerOf(shown, role)}
          items={[]}
          replyTime={replyTime}
          closed={closed}
        />
      ),
    },
  ]);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InboxProvider value={inbox}>
        <Page />
      </InboxProvider>
    </QueryClientProvider>,
  );
}

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, "");

test("R-CHAT-28: a chat offers the subscription that its model asks for, unless the fan has it or the model takes none", () => {
  expect(textOf(draw())).toContain("Subscribe · $12.99 / 30 days");
  overwriteGetLocale(() => "es");
  expect(textOf(draw())).toContain("Suscribirme · $12.99 / 30 días");
  overwriteGetLocale(() => "en");
  expect(draw({ fanSubscribed: true })).not.toContain("Subscribe");
  expect(draw({ pricing: { ...model.pricing, subscription_enable: false } })).not.toContain("Subscribe");
  expect(draw({}, "model")).not.toContain("Subscribe");
});

test("a chat says roughly how soon its model replies, where that is known", () => {
  expect(draw({}, "fan", "hour")).toContain("Usually replies within an hour");
  overwriteGetLocale(() => "es");
  expect(draw({}, "fan", "minutes")).toContain("Suele responder en minutos");
  overwriteGetLocale(() => "en");
  expect(draw()).not.toContain("Usually replies");
});
