// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { useLocation, useNavigate } from "react-router";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { manualClock } from "#testing/manual-clock.ts";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import { toastStore } from "#web/ui/overlays/toast.ts";
import { RoomError } from "./RoomError.tsx";

afterEach(closePage);

const reason = "This model banned you from their room and chats.";
const banned = { kind: "refused", code: "banned", message: reason } as const;
const home = { name: "More live rooms" };

/** The room where the address is a room's, and a way back everywhere. */
function Site({ entry, clock }: { entry: Exclude<RoomEntry, { kind: "open" }>; clock: Clock }) {
  const [{ pathname }, navigate] = [useLocation(), useNavigate()];
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      {pathname === "/stream/luna" && <RoomError entry={entry} retry={() => {}} clock={clock} />}
    </>
  );
}
type Clock = ReturnType<typeof manualClock>;

async function openRoom(entry: Exclude<RoomEntry, { kind: "open" }>) {
  const clock = manualClock();
  const page = openPage(<Site entry={entry} clock={clock} />, {}, { at: "/trending" });
  await page.go("/stream/luna");
  const pass = (ms: number) => act(async () => clock.advance(ms));
  return { page, pass };
}

test("R-LIVE-36, R-OPEN-73: a banned fan reads why the room is closed and comes home eight seconds later, where the words go along; Back skips the room", async () => {
  const { page, pass } = await openRoom(banned);
  const alert = within(screen.getByRole("alert"));
  expect(alert.getByRole("heading").textContent).toBe("You can’t enter this room right now");
  expect(alert.getByText(reason, { exact: false })).toBeDefined();
  await pass(7_999);
  expect(page.path()).toBe("/stream/luna");
  expect(page.toasts()).toEqual([]);
  await pass(1);
  expect(page.path()).toBe("/");
  expect(page.toasts()).toEqual([reason]);
  expect(toastStore.read()[0]?.durationMs, "for as long as any").toBeUndefined();
  expect(screen.queryByRole("alert")).toBeNull();
  await page.user.click(screen.getByText("Back"));
  expect(page.path()).toBe("/trending");
});

test("R-LIVE-36, R-OPEN-73: the button leads home at once, and nothing moves the fan later on", async () => {
  const { page, pass } = await openRoom(banned);
  await page.user.click(screen.getByRole("link", home));
  expect(page.path()).toBe("/");
  await page.go("/videos");
  await pass(60_000);
  expect([page.path(), page.toasts()]).toEqual(["/videos", []]);
  await page.user.click(screen.getByText("Back"));
  await page.user.click(screen.getByText("Back"));
  expect(page.path()).toBe("/trending");
});

test.each([
  [
    { kind: "refused", code: "forbidden", message: "Not for your account." },
    "You can’t enter this room right now",
  ],
  [{ kind: "failed", message: "" }, "The room didn’t load"],
] as const)("R-LIVE-36: who is kept out otherwise stays where they are: %o", async (entry, title) => {
  const { page, pass } = await openRoom(entry);
  await pass(60_000);
  expect(page.path()).toBe("/stream/luna");
  expect(screen.getByRole("heading", { name: title })).toBeDefined();
});
