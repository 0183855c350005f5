// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { chat } from "#testing/web/inbox/chat.ts";
import { MODEL, ME, message } from "#testing/web/inbox/message.ts";
import { scriptedClient } from "#testing/web/scripted-server.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { fanCalls } from "./inbox-calls.ts";
import { InboxProvider } from "./inbox.ts";
import { ChatList } from "./list/ChatList.tsx";
import { OpenThread } from "./OpenThread.tsx";

afterEach(closePage);

const from = { epoch: "e", sequence: 0 };
const read = {
  ...{ links: { next: null }, meta: { current_page: 1, last_page: 1 } },
  live_from: { person: from, public: from, presence: from },
};

test("R-CHAT-29: a subscription of the fan's own changes the open chat; another fan's does not", async () => {
  const live = scriptedClient();
  const subscribed = chat(106, 1, { model: { ...chat(106, 1).model, fanSubscribed: true } });
  const inbox = {
    ...({ me: ME, side: "fan", path: "/chat", photosOrigin: "" } as const),
    calls: fanCalls(browserApi, ME),
  };
  const openChat = (
    <RealtimeProvider ticket={async () => null} client={live.client}>
      <InboxProvider value={inbox}>
        <ChatList nothing={null} />
        <OpenThread />
      </InboxProvider>
    </RealtimeProvider>
  );
  openPage(
    <Routes>
      <Route path="/chat/:id" element={openChat} />
    </Routes>,
    {
      "GET /api/fan/profile": fanProfile({ id: ME }),
      "GET /api/chat/{fanId}": () => ({ status: 200, body: { ...read, data: [subscribed] } }),
      "GET /api/chat/{id}/message": () => ({
        status: 200,
        body: {
          ...{ ...read, data: [message(1, { chat_id: 106 })] },
          ...{ chat: subscribed, closed: null, reply_time: null },
        },
      }),
    },
    { at: "/chat/106" },
  );
  await screen.findByRole("textbox");
  await waitFor(() => live.latest());
  act(() => live.latest().accept());
  await waitFor(() => expect(live.latest().sent).not.toEqual([]));
  for (const topic of [`person:${ME}`, "presence"] as const) live.latest().answer(["joined", topic, "e", 0]);
  const saved = (sequence: number, fan_id: number) =>
    live.latest().answer([
      "event",
      ...(["main-channel", `person:${ME}`, sequence, "SaveSubscriptionEvent"] as const),
      {
        ...{ fan_id, model_id: MODEL, canceled_at: "2020-10-01T12:00:00Z" },
        ...{ start: "2020-10-01T12:00:00Z", end: "2020-11-01T12:00:00Z" },
      },
    ]);
  const offer = "Subscribe · $12.99 / 30 days";
  const cameOnline = { model_id: MODEL, last_connection: "2020-11-01T12:00:00Z" };
  act(() => {
    saved(1, ME + 1);
    live.latest().answer(["event", "presence", "presence", 1, "update", cameOnline]);
  });
  await screen.findAllByText("Online");
  expect(screen.queryByRole("button", { name: offer })).toBeNull();
  act(() => saved(2, ME));
  expect(await screen.findByRole("button", { name: offer })).toBeDefined();
});
