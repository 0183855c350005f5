// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { showOf } from "#testing/web/show.ts";
import { ShowBar } from "./ShowBar.tsx";

afterEach(() => {
  closePage();
  localStorage.removeItem("show_chime");
});

const answers = { "GET /api/fan/profile": fanProfile({ balance: 500 }) };
const started = vi.fn();
/** A browser that plays sounds: counts the notes. */
function listen() {
  started.mockClear();
  const param = {
    setValueAtTime: () => {},
    linearRampToValueAtTime: () => {},
    exponentialRampToValueAtTime: () => {},
  };
  const node = {
    connect: (next: unknown) => next,
    frequency: {},
    gain: param,
    start: started,
    stop: () => {},
  };
  vi.stubGlobal(
    "AudioContext",
    class {
      state = "running";
      currentTime = 0;
      destination = {};
      createOscillator = () => node;
      createGain = () => node;
    },
  );
}
const notes = () => started.mock.calls.length;
const chimeNotes = 2;

test.each([60, 30, 10])("R-OPEN-63: %i seconds before the end it is shown, said and heard", (left) => {
  listen();
  openPage(<Steps from={left} to={[]} />, answers);
  expect(screen.getByRole("status").textContent).toBe(`${left} seconds left`);
  expect(screen.getByText(`Ends in ${left} seconds`)).toBeTruthy();
  expect(notes()).toBe(chimeNotes);
});

test("R-OPEN-63: each warning is heard once; muted ones are not, now and in the next show, until they are switched on", async () => {
  listen();
  const page = openPage(<Steps from={70} to={[60, 59, 30, 10]} />, answers);
  const press = (name: string) => page.user.click(screen.getByRole("button", { name }));
  expect(notes()).toBe(0);
  await press("to 60");
  await press("to 59");
  expect(notes()).toBe(chimeNotes);
  await press("Mute warning sounds");
  await press("to 30");
  expect(notes()).toBe(chimeNotes);
  const kept = localStorage.getItem("show_chime") ?? "";
  closePage();
  // A closed page forgets what a browser would keep.
  const browserKeeps = () => localStorage.setItem("show_chime", kept);
  browserKeeps();
  listen();
  openPage(<Steps from={30} to={[]} />, answers);
  expect(notes()).toBe(0);
  expect(screen.getByRole("status").textContent).toBe("30 seconds left");
  closePage();
  browserKeeps();
  listen();
  const next = openPage(<Steps from={30} to={[10]} />, answers);
  await next.user.click(screen.getByRole("button", { name: "Unmute warning sounds" }));
  await next.user.click(screen.getByRole("button", { name: "to 10" }));
  expect(notes()).toBe(chimeNotes);
});

/** A show whose seconds run down as one presses. */
function Steps({ from, to }: { from: number; to: readonly number[] }) {
  const [left, setLeft] = useState(from);
  return (
    <>
      <ShowBar show={showOf({ seconds_left: left })} name="Luna" onLeave={() => {}} />
      {to.map((next) => (
        <button type="button" key={next} onClick={() => setLeft(next)}>{`to ${next}`}</button>
      ))}
    </>
  );
}

test("R-OPEN-63: a warning is said though the clock steps over its second, and again after a top-up", async () => {
  const page = openPage(<Steps from={70} to={[29, 500, 58]} />, answers);
  const announced = () => screen.getByRole("status").textContent;
  expect(announced()).toBe("");
  for (const [next, text] of [
    [29, "29 seconds left"],
    [500, ""],
    [58, "58 seconds left"],
  ]) {
    await page.user.click(screen.getByRole("button", { name: `to ${next}` }));
    expect(announced()).toBe(text);
  }
});

test("R-OPEN-63: the button of the warnings is called by what a press does, and not pressed as well", async () => {
  const page = openPage(<Steps from={70} to={[]} />, answers);
  for (const name of ["Mute warning sounds", "Unmute warning sounds"]) {
    const button = screen.getByRole("button", { name });
    expect(button.hasAttribute("aria-pressed")).toBe(false);
    await page.user.click(button);
  }
});
