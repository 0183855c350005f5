// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { chat } from "#testing/web/inbox/chat.ts";
import { ME, message } from "#testing/web/inbox/message.ts";
import { openThread } from "#testing/web/inbox/open-thread.ts";
import { chooseChatReading, speeds } from "#web/entities/message/chat-reading.ts";
import { useStore } from "#web/lib/store.ts";
import { type Inbox, InboxProvider, partnerOf } from "../inbox.ts";
import { typingBoard } from "../typing.ts";
import { Messages } from "./Messages.tsx";
import type { ThreadSession } from "./thread-session.ts";

afterEach(() => {
  vi.useRealTimers();
  closePage();
  typingBoard.done(5);
});

const shown = chat(5, 3);
const inbox = { side: "fan", me: ME, path: "/chat", photosOrigin: "", calls: {} } as unknown as Inbox;

function OpenChat({ thread }: { thread: ThreadSession }) {
  const state = useStore(thread);
  const partner = partnerOf(shown, "fan");
  return (
    <InboxProvider value={inbox}>
      <Messages thread={thread} state={state} chat={shown} partner={partner} closed={false} />
    </InboxProvider>
  );
}

test.each(speeds)("that somebody types is spoken only where each message is (%s)", (speed) => {
  chooseChatReading({ speed, size: "normal" });
  const { thread } = openThread([message(1)]);
  openPage(<OpenChat thread={thread} />, {});
  act(() => typingBoard.writes(5));
  const dots = document.querySelector(".typing-dots");
  expect(dots).not.toBeNull();
  expect(screen.queryAllByRole("status").includes(dots as HTMLElement)).toBe(speed === "each");
});

test("the first message of a chat is spoken, those that a chat is opened with are not", async () => {
  chooseChatReading({ speed: "each", size: "normal" });
  const { thread } = openThread([]);
  openPage(<OpenChat thread={thread} />, {});
  await act(async () => thread.receive(message(1)));
  expect(screen.getByText("message 1")).toBeDefined();
  expect(screen.getByRole("log").getAttribute("aria-live")).toBe("polite");
});

test("messages that come are spoken, and older ones that are loaded before them are not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  chooseChatReading({ speed: "each", size: "normal" });
  const { thread, server } = openThread([message(3)], "older");
  server.pages.set("older", { data: [message(2), message(1)], next: null });
  openPage(<OpenChat thread={thread} />, {});
  const log = screen.getByRole("log");
  /** The log's live texts whenever lines were added, and how many messages it held then. */
  const said: (string | null)[] = [];
  const watch = new MutationObserver((records) => {
    if (records.some(({ addedNodes }) => addedNodes.length > 0)) said.push(log.getAttribute("aria-live"));
  });
  watch.observe(log, { childList: true, subtree: true });
  await act(async () => {
    await thread.loadOlder();
  });
  expect(screen.getByText("message 1")).toBeDefined();
  expect(said.splice(0).at(-1)).toBe("off");
  await act(async () => void vi.advanceTimersByTime(1_000));
  await act(async () => thread.receive(message(4)));
  expect(screen.getByText("message 4")).toBeDefined();
  expect(said).toEqual(["polite"]);
  watch.disconnect();
});
