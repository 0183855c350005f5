import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp(undefined, undefined, { CONTACT_DETAILS: "allowed" });
const client = chatClient(app);

test("where the platform allows links and contact details, chats take them", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  expect((await client.say(fan, id, "see https://example.org or call 612 34 56 78")).status).toBe(201);
});
