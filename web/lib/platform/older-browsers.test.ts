// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { onNextFrame } from "./first-frame.ts";
import { closePopover, isPopoverOpen } from "./popover.ts";

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test("a browser that knows no popovers, and not even their selector, has none open and closes none", () => {
  const box = Object.assign(document.createElement("div"), { id: "menu" });
  document.body.append(box);
  Object.defineProperty(box, "hidePopover", { value: undefined });
  vi.spyOn(box, "matches").mockImplementation(() => {
    throw new DOMException("not a valid selector", "SyntaxError");
  });
  expect(isPopoverOpen("menu")).toBe(false);
  expect(() => closePopover("menu")).not.toThrow();
  expect(isPopoverOpen("nothing")).toBe(false);
});

test("a browser without requestVideoFrameCallback notices a video's first frame by its size and its time", () => {
  const video = document.createElement("video");
  Object.defineProperty(video, "requestVideoFrameCallback", { value: undefined });
  const onFrame = vi.fn();
  onNextFrame(video, onFrame);
  video.dispatchEvent(new Event("timeupdate"));
  expect(onFrame).not.toHaveBeenCalled();
  Object.defineProperty(video, "videoWidth", { value: 540 });
  for (let times = 0; times < 2; times += 1) video.dispatchEvent(new Event("timeupdate"));
  expect(onFrame).toHaveBeenCalledOnce();
  const givenUp = vi.fn();
  onNextFrame(video, givenUp)();
  video.dispatchEvent(new Event("timeupdate"));
  expect(givenUp).not.toHaveBeenCalled();
});
