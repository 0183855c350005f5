import { expect, test } from "vitest";
import { notificationsQuery } from "#web/entities/notification/notifications-query.ts";
import { subscriptionsQuery } from "#web/entities/subscription/subscription-api.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { missedIn } from "./missed-in.ts";

test("who has missed personal events has their notifications, subscriptions and profile read again", () => {
  const again = missedIn("person:7");
  for (const { queryKey } of [profileQuery, notificationsQuery, subscriptionsQuery])
    expect(again).toContainEqual(queryKey.slice(0, 1));
  expect(missedIn("person:7")).not.toContainEqual(["rooms"]);
});
