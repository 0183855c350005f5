import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { putCounters, refreshCounters } from "#web/entities/account/menu-counters.ts";
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

/** A server whose answers come in the order in which they are let go. */
function answeringLate() {
  const answers: ((body: object) => void)[] = [];
  const api = createApi({
    transport: () =>
      new Promise((resolve) => answers.push((body) => resolve({ status: 200, text: JSON.stringify(body) }))),
    token: () => null,
    language: () => "en",
  });
  return { api, answers };
}

test("R-OPEN-24, R-CHAT-13: a number that an event brings while older ones are on their way stays, and the others come", async () => {
  const client = clientWithProfile();
  const { api, answers } = answeringLate();
  const reading = refreshCounters(client, api);
  putCounters(client, { unread_messages: 5 });
  answers[0]?.({ unread_messages: 0, not_seen_attachments: 9, not_seen_posts: 3 });
  await reading;
  expect(client.getQueryData(profileQuery.queryKey)).toMatchObject({
    unread_messages: 5,
    not_seen_attachments: 9,
  });
  await refreshCounters(client, answering(200, { unread_messages: 0 }));
  expect(client.getQueryData(profileQuery.queryKey)).toMatchObject({ unread_messages: 0 });
});

test("R-OPEN-24: of two readings the one that began later counts, whichever answer comes first", async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const client = clientWithProfile();
    const { api, answers } = answeringLate();
    const readings = [refreshCounters(client, api), refreshCounters(client, api)];
    for (const which of order) {
      answers[which]?.({ unread_messages: which === 1 ? 4 : 8 });
      await readings[which];
    }
    expect(client.getQueryData(profileQuery.queryKey)).toMatchObject({ unread_messages: 4 });
  }
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
