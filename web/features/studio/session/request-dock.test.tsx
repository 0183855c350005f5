// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answers, closePage, openPage } from "#testing/component/page.tsx";
import { studioRequestsQuery } from "#web/entities/studio/studio-requests.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { RequestDock } from "./RequestDock.tsx";
import { StudioSessionProvider, useStudioSession } from "./studio-session.tsx";

afterEach(() => {
  vi.useRealTimers();
  closePage();
});

const expires_at = new Date(Date.now() + 30_000).toISOString();
const request = {
  id: 3,
  fan: { id: 7, login: "jo", language: "en" },
  mode: "private",
  rate: 60,
  two_way: false,
  expires_at,
  known: false,
} as const;
const list = {
  data: [request],
  links: { next: null },
  meta: { current_page: 1, last_page: 1 },
} as never;

function Inviter() {
  const { queue } = useStudioSession();
  const invite = () => void queue.invite.run({ fan: { id: 8, name: "mia" }, mode: "private" });
  return (
    <button type="button" onClick={invite}>
      Invite
    </button>
  );
}

const open = (answers: Answers) =>
  openPage(
    <StudioSessionProvider>
      <Inviter />
      <RequestDock />
    </StudioSessionProvider>,
    {
      "GET /api/studio/show-requests": list,
      "GET /api/studio": () => ({ status: 503, body: { code: "busy", message: "" } }),
      "GET /api/studio/shows": { show: null, promos: [] },
      ...answers,
    },
  );
const accept = { name: "Accept jo’s request at 60 tokens a minute" };

test("R-OPEN-64: a model who accepts what the fan cannot pay is shown that", async () => {
  const page = open({
    "POST /api/studio/show-requests/{id}": { request: { id: 3, state: "declined" } },
  });
  await page.user.click(await screen.findByRole("button", accept));
  await waitFor(() => expect(page.toasts()).toEqual(["jo couldn’t pay, so the show didn’t start."]));
  expect(screen.queryByRole("button", accept)).toBeNull();
});

test("R-LIVE-31: a model who accepts a show that begins needs no further word", async () => {
  const page = open({
    "POST /api/studio/show-requests/{id}": { request: { id: 3, state: "accepted" } },
  });
  await page.user.click(await screen.findByRole("button", accept));
  await waitFor(() => expect(screen.queryByRole("button", accept)).toBeNull());
  expect(page.toasts()).toEqual([]);
});

test("R-LIVE-31: a request is said when it comes, and not with each second that runs off", async () => {
  open({});
  const request = (await screen.findByRole("button", accept)).closest("[aria-live]");
  expect(request?.getAttribute("aria-live")).toBe("polite");
  const clock = screen.getByText(/seconds left$/).closest("[aria-live]");
  expect(clock?.getAttribute("aria-live")).toBe("off");
});

test("R-OPEN-68: an invitation whose event was lost leaves the list a second after its time, whatever the device's clock says", async () => {
  const page = open({
    "POST /api/studio/invitations": () => ({
      status: 201,
      body: { id: 5, expires_at: new Date(Date.now() - 600_000).toISOString() },
    }),
  });
  await screen.findByRole("button", accept);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.click(screen.getByRole("button", { name: "Invite" }));
  await pass(10);
  expect(screen.getAllByRole("listitem").at(-1)?.textContent).toContain("mia");
  await pass(30_900);
  expect(screen.getAllByRole("listitem").at(-1)?.textContent).toContain("mia");
  await pass(200);
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(page.toasts()).toContain("mia didn’t answer your invitation.");
});

test("R-LIVE-31: a request that comes while the tab is hidden makes a notice of the system, and marks its title", async () => {
  const notices: { title: string; tag: string | undefined }[] = [];
  class Notice {
    static permission = "granted";
    onclick = null;
    constructor(title: string, { tag }: NotificationOptions) {
      notices.push({ title, tag });
    }
  }
  vi.stubGlobal("Notification", Notice);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  let requests: object[] = [];
  const page = open({
    "GET /api/studio/show-requests": () => ({ status: 200, body: { ...(list as object), data: requests } }),
  });
  await waitFor(() => expect(page.callsOf("GET /api/studio/show-requests")).toHaveLength(1));
  requests = [request];
  await act(() => browserQueryClient().invalidateQueries({ queryKey: studioRequestsQuery.queryKey }));
  await screen.findByRole("button", accept);
  await waitFor(() => expect(notices).toEqual([{ title: "jo asks for a show", tag: "show-request" }]));
  expect(document.title).toBe("(1) Request for a show");
  visibility.mockRestore();
  vi.unstubAllGlobals();
});
