import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { scriptedClient, soon } from "#testing/web/scripted-server.ts";
import { RealtimeProvider, useConnection, useRealtimeEvent, useTopic } from "./RealtimeProvider.tsx";

function Room() {
  useTopic("room:luna");
  useRealtimeEvent("RoomMessage", () => {});
  return <p>{useConnection().phase}</p>;
}

test("a page rendered on the server is idle and opens no connection", async () => {
  const { client, sockets, ticketsAsked } = scriptedClient();
  const ticket = async () => {
    throw new Error("asked for a ticket while rendering");
  };
  const html = renderToString(
    <RealtimeProvider ticket={ticket} client={client}>
      <Room />
    </RealtimeProvider>,
  );
  await soon();
  expect(html).toBe("<p>idle</p>");
  expect(sockets).toEqual([]);
  expect(ticketsAsked()).toBe(0);
});

test("without a provider the hooks do nothing", () => {
  expect(renderToString(<Room />)).toBe("<p>idle</p>");
});
