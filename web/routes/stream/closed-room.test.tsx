// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ClosedRoom } from "./ClosedRoom.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function openClosed(refused: string | null) {
  const Stub = createRoutesStub([
    { path: "/stream/luna", Component: () => <ClosedRoom refused={refused} retry={() => {}} /> },
    { path: "/", Component: () => <p>the rooms</p> },
  ]);
  render(<Stub initialEntries={["/stream/luna"]} />);
}

test("R-LIVE-36, R-OPEN-73: who is banned reads why, and comes home by themselves", async () => {
  vi.useFakeTimers();
  openClosed("This model has blocked you from their room and chats.");
  expect(screen.getByText(/^This model has blocked you/).textContent).toContain(
    "We take you to the live rooms",
  );
  await act(() => vi.advanceTimersByTimeAsync(7_900));
  expect(screen.queryByText("the rooms")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.getByText("the rooms")).toBeTruthy();
});

test("a room that could not be loaded waits for its visitor", async () => {
  vi.useFakeTimers();
  openClosed(null);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText("the rooms")).toBeNull();
});
