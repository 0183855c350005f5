// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { ChatPanel, type ChatPanelProps } from "./ChatPanel.tsx";

afterEach(closePage);

const openChat = (change: Partial<ChatPanelProps>) =>
  openPage(
    <ChatPanel
      slug="luna7"
      me={{ id: 7, name: "nico", role: "fan" }}
      history={[]}
      loadHistory={async () => null}
      {...change}
    />,
    {},
  );

test.each([
  [{}, "No messages yet. Say hi!"],
  [{ closed: "The stream is over." }, "No messages yet."],
  [{ opening: "The show has started." }, "The show has started."],
])(
  "a chat without lines says why, and asks for the first one only where it can be written",
  (change, text) => {
    openChat(change);
    expect(screen.getByRole("log").textContent).toBe(text);
  },
);
