// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, test } from "vitest";
import { closePage, inTurn, openPage } from "#testing/component/page.tsx";
import { scriptedClient } from "#testing/web/scripted-server.ts";
import { type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { RealtimeProvider, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useRoom } from "./use-room.ts";

afterEach(closePage);

const enter = "GET /api/stream/{slug}";
const live_from = { public: { epoch: "e", sequence: 0 } };
const inShow = {
  status: 409,
  body: { code: "in_show", message: "In a show", mode: "private", spy: null, live_from },
};
const notStarted = { status: 409, body: { code: "stream_not_started", message: "Not live", live_from } };

function Gate() {
  return <p>{useRoom("luna").entry.kind}</p>;
}

test("R-LIVE-06, R-LIVE-30: who waits for the end of another fan's show learns that the stream has ended", async () => {
  const live = scriptedClient();
  const page = openPage(
    <RealtimeProvider ticket={async () => ({ ticket: "t" })} client={live.client}>
      <Gate />
    </RealtimeProvider>,
    { [enter]: inTurn(inShow, notStarted) },
  );
  await act(() => browserQueryClient().prefetchQuery(roomQuery("luna")));
  await screen.findByText("in_show");
  await live.opened();
  const ended = (slug: string, sequence: number) =>
    act(async () =>
      live.latest().answer([
        "event",
        "main-channel",
        "public",
        sequence,
        "StreamStopped",
        {
          model_id: 2,
          slug,
          gender_id: 1,
          mode: "one_to_many",
          promo: "",
          status: "stopped",
          type: "public",
          watchers: 0,
        },
      ]),
    );
  act(() => live.latest().answer(["joined", "public", "e", 0]));
  await ended("vera", 1);
  expect(page.callsOf(enter), "another model's").toHaveLength(1);
  await ended("luna", 2);
  await screen.findByText("not_started");
  await waitFor(() => expect(page.callsOf(enter)).toHaveLength(2));
});

test("a room that could not be read again stays as it is shown, and its chat learns that it was not", async () => {
  const room = {
    status: 200,
    body: { id: 1, model: { id: 1, login: "luna" }, live_from: { ...live_from, room: live_from.public } },
  };
  const failure = { status: 500, body: { code: "failed", message: "no" } };
  let reload = async (): Promise<RoomEntry> => ({ kind: "unknown" });
  function Reading() {
    const view = useRoom("luna");
    useEffect(() => {
      ({ reload } = view);
    });
    return <p>{view.entry.kind}</p>;
  }
  openPage(<Reading />, { [enter]: inTurn(room, failure) } as never);
  await act(() => browserQueryClient().prefetchQuery(roomQuery("luna")));
  await screen.findByText("open");
  expect(await act(() => reload())).toMatchObject({ kind: "failed" });
  expect(screen.getByText("open")).toBeDefined();
});

test("R-OPEN-81: a room that one is in no longer offers the promo that its model withdrew", async () => {
  const live = scriptedClient();
  const room = (promoStreamData: object | null) => ({
    status: 200,
    body: {
      id: 1,
      model: { id: 1, login: "luna", promoStreamData },
      live_from: { ...live_from, room: live_from.public },
    },
  });
  function Offer() {
    const { entry } = useRoom("luna");
    useTopic("person:1");
    return <p>{entry.kind === "open" && entry.room.model.promoStreamData ? "offered" : "not offered"}</p>;
  }
  openPage(
    <RealtimeProvider ticket={async () => ({ ticket: "t" })} client={live.client}>
      <Offer />
    </RealtimeProvider>,
    { [enter]: inTurn(room({ id: 3 }), room(null)) },
  );
  await act(() => browserQueryClient().prefetchQuery(roomQuery("luna")));
  await screen.findByText("offered");
  await live.opened();
  await act(async () => {
    live.latest().answer(["joined", "person:1", "e", 0]);
    const data = { model_id: 1, slug: "luna" };
    live.latest().answer(["event", "main-channel", "person:1", 1, "PromoClosed", data]);
  });
  await screen.findByText("not offered");
});
