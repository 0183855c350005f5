// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { chooseChatReading, useChatReading } from "#web/entities/message/chat-reading.ts";
import { storageKeys } from "#web/lib/constants.ts";
import { storageLoss } from "#web/lib/platform/storage.ts";
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
  await user.click(screen.getByRole("radio", { name: "Grouped" }));
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
  localStorage.setItem(storageKeys.chatReading, kept);
  openPage(<Shown />, {});
  expect(screen.getByText(/^(each|slow|off) /).textContent).toBe("each normal");
});

test.each([
  ["en", /isn’t saving data for this site.*lost when you close the page/],
  ["es", /no guarda datos de este sitio.*se pierde al cerrar la página/],
] as const)(
  "where the browser stores nothing, it is said beside what it would keep (%s)",
  async (language, text) => {
    const { localStorage: own } = window;
    Object.defineProperty(window, "localStorage", { value: null, configurable: true });
    openPage(<ChatReadingSection />, {}, { language });
    expect((await screen.findByRole("status")).textContent).toMatch(text);
    Object.defineProperty(window, "localStorage", { value: own, configurable: true });
    storageLoss.set({ lost: false });
  },
);
