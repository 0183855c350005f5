// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { RoomMessage } from "#contract/live.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { ChatPanel, type ChatPanelProps } from "./ChatPanel.tsx";

afterEach(closePage);

const line = (id: number, author: RoomMessage["author"], body: string): RoomMessage => ({
  id,
  client_message_id: null,
  author,
  kind: "text",
  body,
  at: new Date(Date.UTC(2026, 10, 21, 12, 0, id)).toISOString(),
});
const nico = { id: 7, name: "nico", role: "fan" } as const;
const marta = { id: 8, name: "marta", role: "fan" } as const;
const luna = { id: 9, name: "Luna Vega", role: "model" } as const;
const history = [
  line(1, marta, "hi @Nico and @luna7, <i>write</i> to me@nico.com"),
  line(2, nico, "hello @nico"),
  line(3, luna, "welcome"),
  {
    ...line(4, { id: null, name: "", role: "fan" }, "for you"),
    kind: "tip",
    tokens: 5,
  } satisfies RoomMessage,
];

const openChat = (change: Partial<ChatPanelProps> = {}) =>
  openPage(
    <ChatPanel slug="luna7" me={nico} history={history} loadHistory={async () => null} {...change} />,
    {},
  );
const log = () => within(screen.getByRole("log"));
const marks = () =>
  [...screen.getByRole("log").querySelectorAll("mark")].map(({ textContent }) => textContent);
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

test("a tip is read in tokens, and by a model with its money beside them", () => {
  openChat();
  expect(log().getByText("5 tk")).toBeDefined();
  closePage();
  openChat({ worth: (amount) => `${amount} tk · $0.25` });
  expect(log().getByText("5 tk · $0.25")).toBeDefined();
});

test("a user whom a message names sees their own name marked, and the words as they were typed", () => {
  openChat();
  expect(marks()).toEqual(["@Nico", "@nico"]);
  expect(screen.getByRole("log").textContent).toContain("hi @Nico and @luna7, <i>write</i> to me@nico.com");
});

test("a model is named by the login of their room, not by their stage name", () => {
  openChat({ me: { id: 9, name: "Luna Vega", role: "model" } });
  expect(marks()).toEqual(["@luna7"]);
});

test("a guest, who has no name, finds nothing marked", () => {
  openChat({ me: { id: 0, name: "", role: "fan" } });
  expect(marks()).toEqual([]);
});

test("pressing a writer's name puts it behind what is typed, ready to go on writing", async () => {
  const { user } = openChat();
  await user.type(field(), "thanks");
  await user.click(log().getByRole("button", { name: "marta" }));
  await user.click(log().getByRole("button", { name: "Luna Vega" }));
  expect(field().value).toBe("thanks @marta @luna7 ");
  expect(document.activeElement).toBe(field());
});

test("oneself and who stays anonymous cannot be named, and nobody while the chat is closed", () => {
  const page = openChat();
  expect(
    log()
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["marta", "Luna Vega"]);
  page.close();
  openChat({ closed: "The stream has ended." });
  expect(log().queryByRole("button")).toBeNull();
});

const people = () => screen.queryByRole("listbox", { name: "People to mention" });
const names = () =>
  [...(people()?.querySelectorAll("[role=option]") ?? [])].map(({ textContent }) => textContent);

test("a name that is being typed is completed by keys: arrows choose, Enter and Tab take, and the message is not sent", async () => {
  const { user } = openChat({
    history: [...history, line(5, { id: 10, name: "marco", role: "fan" }, "hey")],
  });
  await user.type(field(), "hi @ma");
  expect(names()).toEqual(["@marco", "@marta"]);
  expect(screen.getByText("2 names: use the arrow keys and Enter")).toBeTruthy();
  await user.keyboard("{ArrowDown}");
  const chosen = document.getElementById(field().getAttribute("aria-activedescendant") ?? "");
  expect(chosen?.textContent).toBe("@marta");
  expect(chosen?.getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{Enter}");
  expect(field().value).toBe("hi @marta ");
  expect(names()).toEqual([]);
  await user.keyboard("and @lun{Tab}");
  expect(field().value).toBe("hi @marta and @luna7 ");
  expect(document.activeElement).toBe(field());
});

test("the list goes with Escape until more is typed, offers nobody oneself, and takes a press", async () => {
  const { user } = openChat();
  await user.type(field(), "@n");
  expect(names()).toEqual([]);
  await user.clear(field());
  await user.type(field(), "@l");
  expect(names()).toEqual(["@luna7Luna Vega"]);
  await user.keyboard("{Escape}");
  expect(names()).toEqual([]);
  expect(field().getAttribute("aria-controls")).toBeNull();
  await user.keyboard("u");
  await user.click(screen.getByRole("option", { name: "@luna7 Luna Vega" }));
  expect(field().value).toBe("@luna7 ");
  expect(document.activeElement).toBe(field());
});

test.each([
  ["en", "marta ES in Spanish", "es"],
  ["es", "marta EN en inglés", "en"],
] as const)(
  "to a reader in %s a message in the other language says so, and its words carry it for a translation",
  (language, head, other) => {
    const lineIn = (id: number, of: "en" | "es") => ({ ...line(id, marta, `in ${of}`), language: of });
    openPage(
      <ChatPanel
        slug="luna7"
        me={nico}
        history={[lineIn(1, "en"), lineIn(2, "es"), line(3, marta, "before")]}
        loadHistory={async () => null}
      />,
      {},
      { language },
    );
    const wordsOf = (text: string) => log().getByText(text);
    expect(wordsOf("in en").getAttribute("lang")).toBe("en");
    expect(wordsOf("in es").getAttribute("lang")).toBe("es");
    expect(wordsOf("before").getAttribute("lang")).toBeNull();
    const heads = [...screen.getByRole("log").querySelectorAll(".chat-line > b")].map((each) =>
      [...each.querySelectorAll("button, span > span")].map(({ textContent }) => textContent).join(" "),
    );
    const [own, foreign] = other === "es" ? [heads[0], heads[1]] : [heads[1], heads[0]];
    expect(own).toBe("marta");
    expect(foreign).toBe(head);
    expect(heads[2]).toBe("marta");
  },
);

test("an empty chat asks only those to begin who can write in it, and so does its field", () => {
  openChat({ history: [] });
  expect(log().getByText("No messages yet. Say hi!")).toBeTruthy();
  expect(screen.getByPlaceholderText("Say something kind")).toBeTruthy();
  closePage();
  openChat({ history: [], closed: "You are watching as a spy." });
  expect(log().getByText("No messages yet.")).toBeTruthy();
  expect(screen.queryByPlaceholderText("Say something kind")).toBeNull();
});
