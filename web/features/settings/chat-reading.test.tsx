// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { chooseChatReading, useChatReading } from "#web/entities/message/chat-reading.ts";
import { STORAGE } from "#web/lib/constants.ts";
import { ChatReadingSection } from "./ChatReadingSection.tsx";

afterEach(() => {
  closePage();
  localStorage.clear();
});

function Shown() {
  const { speed, size } = useChatReading();
  return <output>{`${speed} ${size}`}</output>;
}

test("the size of the text and the speed of speech are chosen in the settings, at once and for this browser", async () => {
  const { user } = openPage(
    <>
      <ChatReadingSection />
      <Shown />
    </>,
    {},
  );
  const shown = () => screen.getByText(/^(each|slow|off) /).textContent;
  expect(shown()).toBe("each normal");
  await user.click(screen.getByRole("radio", { name: "Together" }));
  await user.click(screen.getByRole("radio", { name: "Larger" }));
  expect(shown()).toBe("slow larger");
  act(() => chooseChatReading({ speed: "off", size: "large" }));
  expect(shown()).toBe("off large");
});

test.each([
  "{",
  "null",
  "7",
  '{"speed":"slow"}',
  '{"speed":"slow","size":"huge"}',
  '{"speed":["off"],"size":"large"}',
])("what this browser keeps of chats and is no choice, %s, is read as usual", (kept) => {
  localStorage.setItem(STORAGE.chatReading, kept);
  openPage(<Shown />, {});
  expect(screen.getByText(/^(each|slow|off) /).textContent).toBe("each normal");
});
