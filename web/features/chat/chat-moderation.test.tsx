// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { RoomMessage } from "#contract/live.ts";
import { type Answers, closePage, openPage } from "#testing/component/page.tsx";
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
const tessa = { id: 6, name: "tessa", role: "fan" } as const;
const luna = { id: 9, name: "Luna Vega", role: "model" } as const;
const history = [
  line(1, marta, "something unkind"),
  line(2, tessa, "be kind"),
  line(3, luna, "welcome"),
  line(4, { id: null, name: "visitor", role: "fan" }, "hi"),
];
const remove = "POST /api/stream/{slug}/remove-message";
const mute = "POST /api/stream/{slug}/mute";
const appoint = "POST /api/studio/moderators";
const answers = {
  [remove]: { id: 1 },
  [mute]: { fan_id: 8, until: null },
  [appoint]: { data: [], muted: [], log: [] },
} as Answers;

const openChat = (me: ChatPanelProps["me"], change: Partial<ChatPanelProps> = {}) =>
  openPage(
    <ChatPanel
      slug="luna7"
      me={me}
      history={history}
      moderators={[tessa.id]}
      loadHistory={async () => null}
      {...change}
    />,
    answers,
  );
const log = () => within(screen.getByRole("log"));
const author = (name: string) => log().getByRole("button", { name });
const choices = async () =>
  within(await screen.findByRole("dialog"))
    .getAllByRole("button")
    .map(({ textContent }) => textContent)
    .filter(Boolean);

test("everybody sees who moderates; others name a person by pressing them", async () => {
  const { user } = openChat(nico);
  expect(log().getAllByText("Moderator")).toHaveLength(1);
  await user.click(author("marta"));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }).value).toBe("@marta ");
  expect(screen.queryByText("You moderate")).toBeNull();
});

test("a moderator removes a message or mutes its author; the model's name is only named", async () => {
  const page = openChat(tessa);
  expect(screen.getByText("You moderate")).toBeTruthy();
  await page.user.click(author("marta"));
  expect(await choices()).toEqual([
    "Mention marta",
    "Remove message",
    "Mute for 5 minutes",
    "Mute for 60 minutes",
    "Mute for this stream",
  ]);
  await page.user.click(screen.getByRole("button", { name: "Mute for 60 minutes" }));
  await expect.poll(page.toasts).toEqual(["marta is muted for now"]);
  await page.user.click(author("marta"));
  await page.user.click(await screen.findByRole("button", { name: "Unmute marta" }));
  await expect.poll(() => page.toasts().at(-1)).toBe("marta can chat again");
  await page.user.click(author("marta"));
  expect(await choices(), "nothing is to be lifted any more").not.toContain("Unmute marta");
  await page.user.click(await screen.findByRole("button", { name: "Remove message" }));
  await expect
    .poll(() => page.callsOf(remove).map(({ path, body }) => [path, body]))
    .toEqual([["/api/stream/luna7/remove-message", { id: 1 }]]);
  expect(page.callsOf(mute).map(({ body }) => body)).toEqual([
    { fan_id: 8, minutes: 60 },
    { fan_id: 8, minutes: 0 },
  ]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await page.user.click(author("Luna Vega"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the model chooses moderators by pressing a name; of a visitor without an account only the message can go", async () => {
  const page = openChat(luna);
  await page.user.click(author("tessa"));
  expect((await choices()).slice(-2)).toEqual(["Mute for this stream", "Remove as moderator"]);
  await page.user.click(screen.getByRole("button", { name: "Remove as moderator" }));
  await expect
    .poll(() => page.callsOf(appoint).map(({ body }) => body))
    .toEqual([{ fan_id: 6, moderates: false }]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await page.user.click(author("visitor"));
  expect(await choices()).toEqual(["Mention visitor", "Remove message"]);
});
