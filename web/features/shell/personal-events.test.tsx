// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { scriptedClient } from "#web/lib/realtime/testing/scripted-server.ts";
import { PersonalEvents } from "./PersonalEvents.tsx";
import { PlaceCount } from "./PlaceCount.tsx";

afterEach(closePage);

const counters = "GET /api/get-main-page-counters";

/** A page of somebody with the mark of new comments in its menu, whose connection has just been joined. */
async function listening(role: "fan" | "model") {
  const live = scriptedClient();
  const page = openPage(
    <RealtimeProvider ticket={async () => null} client={live.client}>
      <PersonalEvents />
      <PlaceCount badge="not_seen_comments" />
    </RealtimeProvider>,
    {
      "GET /api/fan/profile": fanProfile({
        ...{ role, balance: 5, not_seen_comments: 1 },
        live_from: { person: { epoch: "e", sequence: 0 } },
      }),
      [counters]: { unread_messages: 0, not_seen_attachments: 0, not_seen_posts: 0, not_seen_comments: 3 },
    },
  );
  await screen.findByText("1 new comment");
  await waitFor(() => live.latest());
  act(() => live.latest().accept());
  live.latest().answer(["joined", "person:7", "e", 0]);
  act(() =>
    live.latest().answer(["event", "main-channel", "person:7", 1, "PostCommentsChanged", { post_id: 5 }]),
  );
  return page;
}

test("a comment on a model's post changes the mark in the menu wherever the model is; a fan's page asks nothing", async () => {
  const model = await listening("model");
  await screen.findByText("3 new comments");
  expect(model.callsOf(counters)).toHaveLength(1);
  closePage();
  expect((await listening("fan")).callsOf(counters)).toEqual([]);
});
