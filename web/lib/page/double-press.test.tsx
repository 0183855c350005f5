// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { guardDoublePresses } from "./double-press.ts";

const guarding = new AbortController();
beforeAll(() => guardDoublePresses(guarding.signal));
afterAll(() => guarding.abort());
afterEach(cleanup);

let now = 1_000;

/** One press of a mouse or a finger, with all of its events; `detail` as browsers count clicks. */
function press(target: Element, { after, x = 100 }: { after: number; x?: number }): void {
  now += after;
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
    const event = new MouseEvent(type, {
      bubbles: true,
      cancelable: true,
      clientX: x,
      clientY: 50,
      detail: 1,
    });
    Object.defineProperty(event, "timeStamp", { value: now });
    target.dispatchEvent(event);
  }
}

function Tipping({ onSend }: { onSend(): void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Tip
      </button>
      {open && (
        <div role="dialog">
          <button type="button" onClick={onSend}>
            Send
          </button>
          <button type="button" onClick={() => setOpen(false)}>
            Close
          </button>
        </div>
      )}
    </>
  );
}

const opened = async (onSend: () => void) => {
  render(<Tipping onSend={onSend} />);
  press(screen.getByText("Tip"), { after: 5_000 });
  return screen.findByText("Send");
};

test("the second half of a double press does nothing in the dialog that the first one opened, however often it is pressed", async () => {
  const send = vi.fn();
  const button = await opened(send);
  for (const after of [120, 300, 499]) press(button, { after });
  expect(send).not.toHaveBeenCalled();
  press(button, { after: 501 });
  expect(send).toHaveBeenCalledTimes(1);
  press(button, { after: 120 });
  expect(send, "twice on one and the same is twice").toHaveBeenCalledTimes(2);
});

test("a press elsewhere, or by the keyboard, counts at once", async () => {
  const send = vi.fn();
  const button = await opened(send);
  button.click();
  expect(send).toHaveBeenCalledTimes(1);
  press(button, { after: 120, x: 140 });
  expect(send).toHaveBeenCalledTimes(2);
});

test("a press at the same place counts once something was typed since", async () => {
  const send = vi.fn();
  const button = await opened(send);
  button.dispatchEvent(new Event("input", { bubbles: true }));
  press(button, { after: 120 });
  expect(send).toHaveBeenCalledTimes(1);
});

test("who presses the close of a dialog twice presses nothing beneath it", async () => {
  const send = vi.fn();
  await opened(send);
  press(screen.getByText("Close"), { after: 1_000 });
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  press(screen.getByText("Tip"), { after: 150 });
  expect(screen.queryByRole("dialog")).toBeNull();
});
