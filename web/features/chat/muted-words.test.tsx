// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, it, test } from "vitest";
import type { RoomMessage } from "#contract/live.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { typedWords } from "#web/entities/message/typed-words.ts";
import { ChatPanel } from "./ChatPanel.tsx";
import { hasMutedWord } from "./muted-words.ts";

afterEach(closePage);

it("finds a whole word or words that belong together, whatever their case and accents", () => {
  expect(hasMutedWord(["café", "good night"], "Un CAFE, por favor")).toBe(true);
  expect(hasMutedWord(["café", "good night"], "Good   night!")).toBe(true);
  for (const sign of "\\^$.*+?()[]{}|/-:'\"&#~_")
    expect(hasMutedWord([`e${sign}mail`], `my E${sign}Mail is`), sign).toBe(true);
  expect(hasMutedWord(["e.mail"], "my e-mail is")).toBe(false);
  for (const body of ["cafeteria", "decafe", "good nights", "goodnight", ""])
    expect(hasMutedWord(["café", "good night"], body), body).toBe(false);
  expect(hasMutedWord([], "café")).toBe(false);
});

it("reads one entry a line, each once, and says which bound is broken", () => {
  expect(typedWords(" Café \n\ncafe\ngood   night")).toEqual({ ok: true, words: ["Café", "good night"] });
  expect(typedWords("x".repeat(41))).toMatchObject({ ok: false, problem: "too_long" });
  const many = Array.from({ length: 51 }, (_, index) => `word${index}`).join("\n");
  expect(typedWords(many)).toEqual({ ok: false, problem: "too_many" });
});

const line = (id: number, fan: number, body: string): RoomMessage => ({
  id,
  client_message_id: null,
  author: { id: fan, name: `fan${fan}`, role: "fan" },
  kind: "text",
  body,
  at: new Date(Date.UTC(2026, 10, 21, 12, 0, id)).toISOString(),
});
const history = [
  line(1, 8, "football tonight?"),
  line(2, 7, "no FOOTBALL here"),
  line(3, 9, "hello"),
  { ...line(4, 9, "for football"), kind: "tip", tokens: 5 } satisfies RoomMessage,
];
const openChat = () =>
  openPage(
    <ChatPanel
      slug="luna7"
      me={{ id: 7, name: "fan7", role: "fan" }}
      history={history}
      loadHistory={async () => null}
    />,
    {},
  );
const log = () => within(screen.getByRole("log"));
const open = async (user: ReturnType<typeof openChat>["user"]) => {
  await user.click(screen.getByRole("button", { name: "Muted words" }));
  return screen.findByRole<HTMLTextAreaElement>("textbox", { name: /Words, one per line/ });
};

test("a muted word folds the messages of others away until they are asked for, and stays muted in this browser", async () => {
  const page = openChat();
  await page.user.type(await open(page.user), "Fútbol\nfootball");
  await page.user.click(screen.getByRole("button", { name: "Save" }));
  expect(log().queryByText("football tonight?")).toBeNull();
  expect(log().getAllByText("Message with a muted word")).toHaveLength(1);
  for (const shown of ["no FOOTBALL here", "hello", "for football"])
    expect(log().getByText(shown)).toBeTruthy();
  await page.user.click(log().getByRole("button", { name: "Show" }));
  expect(log().getByText("football tonight?")).toBeTruthy();
  const kept = localStorage.getItem("muted_words") ?? "";
  page.close();
  localStorage.setItem("muted_words", kept);
  const again = openChat();
  expect(log().getAllByText("Message with a muted word")).toHaveLength(1);
  const field = await open(again.user);
  expect(field.value).toBe("Fútbol\nfootball");
  await again.user.clear(field);
  await again.user.click(screen.getByRole("button", { name: "Save" }));
  expect(log().queryByText("Message with a muted word")).toBeNull();
});

test("words beyond the bounds are said in words and change nothing; what was typed stays", async () => {
  const { user } = openChat();
  const field = await open(user);
  await user.click(field);
  await user.paste("x".repeat(41));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByText(/is longer than 40 characters/)).toBeTruthy();
  expect(field.value).toBe("x".repeat(41));
  expect(localStorage.getItem("muted_words")).toBeNull();
});

test("what is no list of words in the browser's storage mutes nothing", () => {
  for (const kept of ["{", "5", '{"a":1}', "[1, null]"]) {
    localStorage.setItem("muted_words", kept);
    const page = openChat();
    expect(log().getByText("football tonight?")).toBeTruthy();
    page.close();
  }
});
