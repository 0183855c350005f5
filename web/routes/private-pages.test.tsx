import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { chatsQuery, threadQuery } from "#web/features/inbox/inbox-query.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import Chat from "./chat/chat.tsx";
import Chats from "./chat/chats.tsx";
import NoChat from "./chat/no-chat.tsx";
import PaymentResult from "./payment-result.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

const as = (page: unknown) => page as ComponentType;
const Page = createRoutesStub([
  {
    id: "chats",
    path: "/chat",
    Component: as(Chats),
    children: [
      { index: true, Component: as(NoChat) },
      { id: "chat", path: ":id", Component: as(Chat) },
    ],
  },
  { path: "/directa/:end", Component: as(PaymentResult) },
]);

const nowhere = { epoch: "e", sequence: 0 };
const fan = { me: 7, side: "fan" } as const;
const noChats = {
  data: [],
  links: { next: null },
  meta: { current_page: 1, last_page: 1 },
  live_from: { person: nowhere, presence: nowhere, public: nowhere },
};
const loaderData = { chats: { queries: null }, chat: { queries: null } };

/** For a fan who has no chat yet, and asks for one that is not theirs. */
function draw(path: string): string {
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, { id: 7, role: "fan" } as FanProfile);
  client.setQueryData(chatsQuery(fan, "").queryKey, { pages: [noChats], pageParams: [1] });
  client.setQueryData(threadQuery(fan, "5").queryKey, { kind: "unknown" });
  return renderToString(
    <QueryClientProvider client={client}>
      <Page initialEntries={[path]} hydrationData={{ loaderData }} />
    </QueryClientProvider>,
  );
}

test.each([
  ["R-ROUTE-21", "/chat", "No conversations yet", "Aún no hay conversaciones", 'href="/"'],
  ["R-ROUTE-22", "/chat/5", "This conversation doesn’t exist", "Esta conversación no existe", 'href="/chat"'],
])("%s: %s says in both languages what it is and where to go on", (_row, path, english, spanish, way) => {
  for (const [language, words] of [
    ["en", english],
    ["es", spanish],
  ] as const) {
    overwriteGetLocale(() => language);
    const html = draw(path);
    expect(html).toContain(words);
    expect(html).toContain(way);
    expect(html.match(/<h1/g)).toHaveLength(1);
  }
});

test("R-ROUTE-08, R-ROUTE-09, R-ROUTE-10: a result page is drawn at once, with its heading", () => {
  for (const end of ["failed", "cancelled", "successful"])
    expect(draw(`/directa/${end}-payment?id=t1`).match(/<h1/g)).toHaveLength(1);
});
