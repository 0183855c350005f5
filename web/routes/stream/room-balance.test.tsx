// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { ModelCard } from "#contract/catalog.ts";
import { type Answers, closePage, fanProfile, openPage, type Reply } from "#testing/component/page.tsx";
import { scriptedClient } from "#testing/web/scripted-server.ts";
import { enterInBrowser, prefetchRoom } from "#web/features/room/prefetch-room.ts";
import { useRoom } from "#web/features/room/use-room.ts";
import { PersonalEvents } from "#web/features/shell/live/PersonalEvents.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { profileQuery, useSetBalance } from "#web/lib/session/viewer.ts";

afterEach(closePage);

const position = { epoch: "e", sequence: 0 };
/** The front door's answer: the room, and the fan's balance when it was read. */
const room = (balance: number): Reply => ({
  status: 200,
  body: { id: 1, model: { id: 1, login: "luna" }, balance, live_from: { public: position, room: position } },
});

/** Reads the room again. */
let reload = async (): Promise<unknown> => undefined;
/** The answer to a purchase: what the fan has now. */
let bought = (_balance: number): void => {};

function Buying() {
  const setBalance = useSetBalance();
  useEffect(() => {
    bought = setBalance;
  });
  return null;
}

function Inside() {
  const view = useRoom("luna");
  useEffect(() => {
    ({ reload } = view);
  });
  return <p>{view.entry.kind === "open" && `read with ${view.entry.room.balance}`}</p>;
}

/** A fan with 500 tokens on a page with a live line; `enter` shows the room. */
async function visit(answers: Answers) {
  vi.stubGlobal("Image", class {});
  const client = browserQueryClient();
  client.setQueryData(
    profileQuery.queryKey,
    fanProfile({ balance: 500, live_from: { person: position } } as never),
  );
  const live = scriptedClient();
  let enter = () => {};
  function Page() {
    const [entered, setEntered] = useState(false);
    useEffect(() => {
      enter = () => setEntered(true);
    }, []);
    return (
      <RealtimeProvider ticket={async () => ({ ticket: "t" })} client={live.client}>
        <PersonalEvents />
        <Buying />
        {entered && <Inside />}
      </RealtimeProvider>
    );
  }
  openPage(<Page />, answers);
  await live.opened();
  act(() => live.latest().answer(["joined", "person:7", "e", 0]));
  let sequence = 0;
  return {
    client,
    balance: () => client.getQueryData(profileQuery.queryKey)?.balance,
    enter: () => act(() => enter()),
    balanceChanged: (balance: number) =>
      act(async () =>
        live
          .latest()
          .answer([
            ...(["event", "main-channel", "person:7", ++sequence] as const),
            ...(["BalanceChanged", { balance, reason: "show", transfer_id: null }] as const),
          ]),
      ),
  };
}

test.each(["an event", "a purchase"])(
  "R-NAV-04, R-LIVE-23: the balance that %s brought stays when a room that was read before is entered",
  async (by) => {
    const { client, balance, enter, balanceChanged } = await visit({
      "GET /api/stream/{slug}": () => room(500),
    });
    prefetchRoom(client, { login: "luna", pictures: { tall: "/luna.webp" } } as ModelCard);
    await waitFor(() => expect(client.getQueryData(["room-prefetch", "luna"])).toBeDefined());
    if (by === "an event") await balanceChanged(440);
    else act(() => bought(440));
    expect(balance()).toBe(440);
    await act(() => enterInBrowser(client, "luna"));
    enter();
    await screen.findByText("read with 500");
    expect(balance()).toBe(440);
  },
);

test("R-NAV-04, R-LIVE-23: a room that is entered without having been read before brings the balance of then, unless a newer one comes meanwhile", async () => {
  let answer: (reply: Reply) => void = () => {};
  const asked = () => new Promise<Reply>((resolve) => (answer = resolve));
  const doors = [() => room(460), asked];
  const { client, balance, balanceChanged } = await visit({
    "GET /api/stream/{slug}": () => doors.shift()?.() ?? { status: 0 },
  } as Answers);
  await act(() => enterInBrowser(client, "luna"));
  expect(balance()).toBe(460);
  const entering = enterInBrowser(client, "luna");
  await balanceChanged(370);
  await act(async () => {
    answer(room(460));
    await entering;
  });
  expect(balance()).toBe(370);
});

test("R-NAV-04: a room that is read again shows the balance of then, unless a newer one has come meanwhile", async () => {
  let answer: (reply: Reply) => void = () => {};
  const asked = () => new Promise<Reply>((resolve) => (answer = resolve));
  const doors = [() => room(500), () => room(430), asked];
  const { client, balance, enter, balanceChanged } = await visit({
    "GET /api/stream/{slug}": () => doors.shift()?.() ?? { status: 0 },
  } as Answers);
  await act(() => enterInBrowser(client, "luna"));
  enter();
  await screen.findByText("read with 500");
  await act(() => reload());
  await screen.findByText("read with 430");
  expect(balance()).toBe(430);
  const reading = reload();
  await balanceChanged(370);
  await act(async () => {
    answer(room(420));
    await reading;
  });
  await screen.findByText("read with 420");
  expect(balance()).toBe(370);
});
