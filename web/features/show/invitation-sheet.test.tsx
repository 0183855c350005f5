// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answers, closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { scriptedClient } from "#testing/web/scripted-server.ts";
import { changeFanShow, fanShowQuery } from "#web/entities/show/fan-show-query.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { InvitationSheet } from "./InvitationSheet.tsx";
import { useFanShow } from "./use-fan-show.ts";

afterEach(closePage);

const read = "GET /api/fan/show-requests/{id}";
const invitation = {
  id: 4,
  slug: "luna",
  mode: "private",
  rate: 30,
  minimum: 0,
  spies_allowed: false,
  expires_at: new Date(Date.now() + 30_000).toISOString(),
} as const;
const decline = { name: "No, thanks" };

function Invited() {
  const { invitation: waiting } = useFanShow("luna");
  if (!waiting) return <p>Nobody invites</p>;
  return (
    <InvitationSheet
      invitation={waiting}
      model={{ id: 2, name: "Luna", avatar: "/luna.webp" }}
      spyRate={12}
      balance={500}
      container={null}
    />
  );
}

async function open(answers: Answers, language: "en" | "es" = "en") {
  const live = scriptedClient();
  const page = openPage(
    <RealtimeProvider ticket={async () => ({ ticket: "t" })} client={live.client}>
      <Invited />
    </RealtimeProvider>,
    {
      "GET /api/fan/profile": fanProfile({ balance: 500 }),
      "GET /api/fan/show": { show: null },
      "GET /api/fan/show-requests": { data: [] },
      ...answers,
    },
    { language },
  );
  await screen.findByText("Nobody invites");
  await waitFor(() => expect(browserQueryClient().getQueryData(fanShowQuery.queryKey)).toBeDefined());
  act(() => changeFanShow(browserQueryClient(), (state) => ({ ...state, invitation })));
  return { page, live };
}

test.each([
  ["en", "Luna’s invitation expired. You weren’t charged."],
  ["es", "La invitación de Luna venció. No se te cobró nada."],
] as const)(
  "R-OPEN-68: an invitation whose event was lost goes by itself once it has expired, and says so (%s)",
  async (language, text) => {
    const { page } = await open({ [read]: { id: 4, state: "expired" } }, language);
    await waitFor(() => expect(page.toasts()).toEqual([text]));
    await screen.findByText("Nobody invites");
  },
);

test("R-OPEN-68: an invitation stays while the server says that it waits, and where it cannot be asked", async () => {
  for (const reply of [{ status: 200, body: { id: 4, state: "asked" } }, { status: 0 }]) {
    const { page } = await open({ [read]: () => reply });
    await screen.findByRole("button", decline);
    await waitFor(() => expect(page.callsOf(read)).toHaveLength(1));
    await act(async () => {});
    expect(screen.getByRole("button", decline)).toBeTruthy();
    expect(page.toasts()).toEqual([]);
    closePage();
  }
});

test("R-OPEN-68: an invitation that expires while the fan looks at it says so", async () => {
  const { page, live } = await open({});
  await screen.findByRole("button", decline);
  live.client.join("person:7");
  await live.opened();
  const data = { id: 4, model_id: 2, slug: "luna", state: "expired" } as const;
  act(() =>
    live
      .latest()
      .answer(
        ["joined", "person:7", "e", 0],
        ["event", "main-channel", "person:7", 1, "ShowRequestAnswered", data],
      ),
  );
  expect(page.toasts()).toEqual(["Luna’s invitation expired. You weren’t charged."]);
});
