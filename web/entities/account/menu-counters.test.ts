import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { refreshCounters } from "#web/entities/account/menu-counters.ts";
import { createApi } from "#web/lib/api/api.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";

const answering = (status: number, body: unknown) =>
  createApi({
    transport: async () => ({ status, text: JSON.stringify(body) }),
    token: () => null,
    language: () => "en",
  });

const profile = { id: 7, balance: 137, unread_messages: 1, not_seen_attachments: 2, not_seen_posts: 3 };

function clientWithProfile(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, profile as FanProfile);
  return client;
}

test("R-OPEN-24, R-API-49: fresher counters replace those of the profile, and nothing else of it", async () => {
  const client = clientWithProfile();
  const counters = { unread_messages: 0, not_seen_attachments: 9, not_seen_posts: 3 };
  await refreshCounters(client, answering(200, counters));
  expect(client.getQueryData(profileQuery.queryKey)).toEqual({ ...profile, ...counters });
});

test("R-OPEN-24: counters that cannot be had stay as they were", async () => {
  const client = clientWithProfile();
  await refreshCounters(client, answering(503, { code: "unavailable", message: "Not now." }));
  expect(client.getQueryData(profileQuery.queryKey)).toEqual(profile);
});

test("R-OPEN-24: a guest gets no profile by their counters", async () => {
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, null);
  await refreshCounters(client, answering(200, { unread_messages: 4 }));
  expect(client.getQueryData(profileQuery.queryKey)).toBeNull();
});
