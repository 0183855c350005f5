// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { scriptedClient } from "#testing/web/scripted-server.ts";
import { keepCountersLive } from "#web/entities/account/keep-counters-live.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { NavBadge } from "./NavBadge.tsx";

afterEach(closePage);

const counters = "GET /api/get-main-page-counters";

test("a comment on a model's post changes the mark in the menu wherever the model is; that of a post one reads does not", async () => {
  const live = scriptedClient();
  const page = openPage(<NavBadge badge="not_seen_comments" />, {
    "GET /api/fan/profile": fanProfile({ role: "model", not_seen_comments: 1 }),
    [counters]: { unread_messages: 0, not_seen_attachments: 0, not_seen_posts: 0, not_seen_comments: 3 },
  });
  await screen.findByText("1 new comment");
  const stop = keepCountersLive(live.client, browserQueryClient());
  for (const topic of ["post:5", "person:7"] as const) live.client.join(topic);
  await live.opened();
  const publish = (topic: "post:5" | "person:7") =>
    live
      .latest()
      .answer(
        ["joined", topic, "e", 0],
        ["event", "main-channel", topic, 1, "PostCommentsChanged", { post_id: 5 }],
      );
  publish("post:5");
  expect(page.callsOf(counters)).toEqual([]);
  act(() => publish("person:7"));
  await screen.findByText("3 new comments");
  expect(page.callsOf(counters)).toHaveLength(1);
  stop();
  live.client.stop();
});
