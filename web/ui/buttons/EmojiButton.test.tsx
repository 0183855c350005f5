// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { EmojiButton } from "./EmojiButton.tsx";

afterEach(closePage);

test("emojis are chosen by pointer and by keyboard, and the list closes by Escape, back at its button", async () => {
  const chosen: string[] = [];
  const { user } = openPage(<EmojiButton onEmoji={(emoji) => chosen.push(emoji)} />, {});
  const opener = screen.getByRole("button", { name: "Emoji" });
  await user.click(opener);
  expect(opener.getAttribute("aria-expanded")).toBe("true");
  await user.click(screen.getByRole("button", { name: "😍" }));
  await user.keyboard("{ArrowRight}{Enter}{ArrowDown}{Enter}");
  expect(chosen).toEqual(["😍", "🥰", "😇"]);
  await user.keyboard("{Escape}");
  expect(opener.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(opener);
});
