// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { keptThread } from "./kept-threads.ts";

afterEach(() => localStorage.clear());

const text = (tempId: string) => ({
  tempId,
  body: `the words of ${tempId}`,
  createdAt: "2026-11-22T12:00:00.000Z",
});

/** A page of another tab on the same chat; it has read what was kept when it was opened. */
function openTab() {
  const tab = keptThread(7, 5);
  tab.read();
  return tab;
}

/** The thread that the next page finds. */
const kept = () => keptThread(7, 5).read();

test("R-CHAT-05: texts that one tab keeps unsent stay while another one writes, sends and is done", () => {
  const [one, other] = [openTab(), openTab()];
  one.write({ draft: "", texts: [text("first"), text("second")] });
  other.write({ draft: "x", texts: [] });
  other.write({ draft: "", texts: [text("third")] });
  expect(kept().texts).toEqual([text("first"), text("second"), text("third")]);
  other.write({ draft: "", texts: [] });
  one.write({ draft: "", texts: [text("second")] });
  expect(kept()).toEqual({ draft: "", texts: [text("second")] });
  one.write({ draft: "", texts: [] });
  expect(localStorage).toHaveLength(0);
});

test("what a tab has taken up of another one it takes away when it has arrived", () => {
  openTab().write({ draft: "half writ", texts: [text("first")] });
  const next = openTab();
  next.write({ draft: "half writ", texts: [text("first"), text("second")] });
  next.write({ draft: "half writ", texts: [text("second")] });
  expect(kept()).toEqual({ draft: "half writ", texts: [text("second")] });
});

test("what is half written in one tab stays while the texts of another one come and go", () => {
  const [one, other] = [openTab(), openTab()];
  one.write({ draft: "", texts: [text("first")] });
  other.write({ draft: "half writ", texts: [] });
  one.write({ draft: "", texts: [] });
  expect(kept()).toEqual({ draft: "half writ", texts: [] });
});

test("what is no kept thread is nothing, and makes room for one", () => {
  localStorage.setItem("chat_kept 7 5", "{");
  const tab = openTab();
  tab.write({ draft: "half writ", texts: [] });
  expect(kept()).toEqual({ draft: "half writ", texts: [] });
});
