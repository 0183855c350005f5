// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Room } from "#contract/live.ts";
import type { ShowState } from "#contract/show-state.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { showOf } from "#testing/web/show.ts";
import { noShow } from "#web/entities/show/fan-show.ts";
import { useBeginning } from "#web/entities/show/use-show-clock.ts";
import { frameOf } from "./show-texts.ts";
import { ShowLayers } from "./ShowLayers.tsx";

const startedMs = Date.parse("2026-12-01T00:00:00.000Z");

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(startedMs + 100);
});
afterEach(() => {
  vi.useRealTimers();
  closePage();
});

const begun = (change: Partial<ShowState> = {}) =>
  showOf({ served_seconds: 0, spent: 0, state: "paused", pause: "fan_media_lost", ...change });
const model = { id: 2, login: "luna", artisticName: "Luna", pictures: { portrait_small: "" } };

/** The layers of a room in which a show stands as given, and the frame that its stage has. */
function Stage({ first, then = [] }: { first: ShowState; then?: readonly ShowState[] }) {
  const [show, setShow] = useState(first);
  const beginning = useBeginning(show);
  return (
    <div data-testid="stage" data-frame={frameOf(show, beginning)}>
      <ShowLayers
        room={{ model, show } as unknown as Room}
        fan={{ ...noShow, show, forgetRequest: () => {} }}
        beginning={beginning}
        leaving={false}
        onLeaving={() => {}}
        balance={500}
        container={null}
        consent={null}
        onConsent={() => {}}
      />
      {then.map((next, index) => (
        <button
          type="button"
          key={`${next.state} ${next.served_seconds}`}
          onClick={() => setShow(next)}
        >{`news ${index}`}</button>
      ))}
    </div>
  );
}

const open = (show: ShowState, language: "en" | "es" = "en") =>
  openPage(<Stage first={show} />, {}, { language });
const frame = () => screen.getByTestId("stage").dataset["frame"];
const counted = () => screen.queryByRole("timer")?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test.each([
  ["en", "private", "Your private show is starting", "Starts in 3 seconds"],
  ["en", "vip", "Your VIP show is starting", "Starts in 3 seconds"],
  ["es", "private", "Tu show privado empieza", "Empieza en 3 segundos"],
] as const)(
  "R-OPEN-63: the show that a model accepted begins with 3, 2, 1 in its own frame, and is paused only afterwards (%s, %s)",
  async (language, mode, text, label) => {
    open(begun({ mode }), language);
    expect(screen.getByRole("timer", { name: label }).textContent).toBe("3");
    expect(screen.getByText(text).getAttribute("role")).toBe("status");
    expect(frame()).toBe("show");
    await pass(1000);
    expect(counted()).toBe("2");
    await pass(1000);
    expect(counted()).toBe("1");
    expect(frame()).toBe("show");
    await pass(1000);
    expect(screen.queryByRole("timer")).toBeNull();
    expect(screen.getByRole("status").textContent).toBe("");
    expect(frame(), "nothing has come by now, which is a pause").toBe("paused");
  },
);

test("R-OPEN-63: the countdown of a show ends with its first second, and does not come back in a pause", async () => {
  const served = begun({ served_seconds: 1 });
  openPage(<Stage first={begun()} then={[{ ...served, state: "running", pause: null }, served]} />, {});
  expect(counted()).toBe("3");
  fireEvent.click(screen.getByText("news 0"));
  expect(screen.queryByRole("timer")).toBeNull();
  expect(frame()).toBe("show");
  fireEvent.click(screen.getByText("news 1"));
  expect(screen.queryByRole("timer")).toBeNull();
  expect(frame()).toBe("paused");
});

test.each([
  ["spy", begun({ role: "spy" })],
  ["fan of a promo", begun({ role: "promo", mode: "promo" })],
  ["payer who comes back later", begun({ started_at: new Date(startedMs - 3000).toISOString() })],
])("R-OPEN-66: no countdown is shown to a %s", (_who, show) => {
  open(show);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(frame()).toBe("paused");
});
