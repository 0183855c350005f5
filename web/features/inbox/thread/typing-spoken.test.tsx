// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { chooseChatReading, speeds } from "#web/entities/message/chat-reading.ts";
import { useStore } from "#web/lib/store.ts";
import { type Inbox, InboxProvider, partnerOf } from "../inbox.ts";
import { chat } from "../testing/chat.ts";
import { ME, message } from "../testing/message.ts";
import { openThread } from "../testing/open-thread.ts";
import { Messages } from "./Messages.tsx";
import type { ThreadSession } from "./thread-session.ts";
import { typingBoard } from "./typing.ts";

afterEach(() => {
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
