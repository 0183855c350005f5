// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { NavBadge } from "../NavBadge.tsx";
import { PersonalEvents } from "./PersonalEvents.tsx";

afterEach(closePage);

const counters = "GET /api/get-main-page-counters";

test("R-ACCT-23, R-OPEN-24: a page that has loaded asks for the counters once, and its badges are what is answered", async () => {
  const page = openPage(
    <>
      <PersonalEvents />
      <NavBadge badge="unread_messages" />
    </>,
    {
      "GET /api/fan/profile": fanProfile({
        unread_messages: 1,
        live_from: { person: { epoch: "e", sequence: 0 } },
      }),
      [counters]: { unread_messages: 4, not_seen_attachments: 0, not_seen_posts: 0, not_seen_comments: 0 },
    },
  );
  await screen.findByText(/^4 /);
  // A profile that is read again is the same person's.
  await browserQueryClient().refetchQueries(profileQuery);
  await waitFor(() => expect(page.callsOf("GET /api/fan/profile")).toHaveLength(2));
  await page.go("/trending");
  expect(page.callsOf(counters)).toHaveLength(1);
});

test("a guest's page asks for none", async () => {
  const page = openPage(<PersonalEvents />, {}, { signedIn: false });
  await page.go("/trending");
  expect(page.calls).toEqual([]);
});
