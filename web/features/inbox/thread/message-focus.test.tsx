// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { headOf } from "#testing/files/head-of.ts";
import { chat } from "#testing/web/inbox/chat.ts";
import { ME } from "#testing/web/inbox/message.ts";
import { mine, openThread, settle } from "#testing/web/inbox/open-thread.ts";
import { useStore } from "#web/lib/store.ts";
import { type Inbox, InboxProvider, partnerOf } from "../inbox.ts";
import { Composer, composerId } from "./Composer.tsx";
import { Messages } from "./Messages.tsx";
import type { ThreadSession } from "./thread-session.ts";

afterEach(closePage);

const shown = chat(5, 3);
const partner = partnerOf(shown, "fan");
const calls = { removeMessage: async () => ({ status: 200, body: {} }) } as unknown as Inbox["calls"];
const inbox: Inbox = { side: "fan", me: ME, path: "/chat", photosOrigin: "", calls };

function OpenChat({ thread }: { thread: ThreadSession }) {
  const state = useStore(thread);
  return (
    <InboxProvider value={inbox}>
      <Messages thread={thread} state={state} chat={shown} partner={partner} closed={false} />
      <Composer thread={thread} state={state} chatId={5} partner={partner} onSpend={null} />
    </InboxProvider>
  );
}

const focused = () => document.activeElement?.id || document.activeElement?.textContent;
const focusComesTo = (id: string) => waitFor(() => expect(focused()).toBe(id));

test("who takes a message back by keyboard goes on at the next one, at the one before the end, and in the composer when none is left", async () => {
  const { thread } = openThread([3, 2, 1].map((id) => mine(id, `mine-${id}`)));
  const { user } = openPage(<OpenChat thread={thread} />, {});
  for (const [id, next] of [
    [2, "message-3"],
    [3, "message-1"],
    [1, composerId],
  ] as const) {
    const message = document.getElementById(`message-${id}`);
    message?.querySelector<HTMLElement>("[aria-label='Delete message']")?.focus();
    await user.keyboard("{Enter}");
    (await screen.findByRole("button", { name: "Delete" })).focus();
    await user.keyboard("{Enter}");
    await focusComesTo(next);
    expect(screen.queryByRole("dialog")).toBeNull();
  }
});

test("what failed keeps the focus when it is sent again, and a file that was refused for good asks for another", async () => {
  const open = openThread([mine(1, "mine-0")]);
  const { user } = openPage(<OpenChat thread={open.thread} />, {});
  open.attach(new File(["x"], "cat.png", { type: "image/png" }));
  open.server.files[0]?.answer({ ok: false, refusal: "network" });
  (await screen.findByRole("button", { name: "Try again" })).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.getAttribute("data-state")).toBe("sending"));
  await settle();
  open.server.files[1]?.answer({ ok: false, refusal: "refused", message: "Not a picture.", badFile: true });
  const another = await screen.findByRole("button", { name: "Choose another file" });
  expect(screen.getByText(/Not a picture\./)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  const asked: EventTarget[] = [];
  const input = screen.getByLabelText("Attach a photo or video", { selector: "input" });
  input.addEventListener("click", ({ currentTarget }) => currentTarget && asked.push(currentTarget));
  another.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(asked).toEqual([input]));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Attach a photo or video");
  expect(screen.queryByText(/Not a picture\./)).toBeNull();
});

test("a file is shown before it is sent, by each way in: the caption has the focus, Escape goes back with it, Enter sends both", async () => {
  const open = openThread();
  const { user } = openPage(<OpenChat thread={open.thread} />, {});
  const photo = new File([headOf("image/png")], "balcony", { type: "" });
  const composer = () => document.getElementById(composerId) as HTMLTextAreaElement;
  const dialog = () => screen.findByRole("dialog", { name: `Send to ${partner.name}` });
  await user.type(composer(), "at six");
  const input = screen.getByLabelText("Attach a photo or video", { selector: "input" });
  fireEvent.change(input, { target: { files: [photo] } });
  await within(await dialog()).findByRole("img", { name: "The file you chose" });
  const caption = screen.getByRole("textbox", { name: "Add a caption" });
  expect(document.activeElement).toBe(caption);
  await user.type(caption, " today{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([open.server.files, composer().value]).toEqual([[], "at six today"]);
  const dropped = new File([headOf("video/mp4")], "waves.m4v", { type: "video/x-m4v" });
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files: [dropped] } });
  await dialog();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.paste(composer(), { clipboardData: { files: [photo] } });
  await dialog();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(open.server.files).toMatchObject([{ body: "at six today", file: { type: "image/png" } }]);
  expect(composer().value).toBe("");
  open.server.files[0]?.answer({ ok: false, refusal: "network" });
  await screen.findByText("at six today");
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  await dialog();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Add a caption" }).value).toBe(
    "at six today",
  );
});

test("what is neither a picture nor a video is refused at once, whatever it calls itself", async () => {
  const open = openThread();
  const { user } = openPage(<OpenChat thread={open.thread} />, {});
  const words = new File(["words"], "film.mp4", { type: "video/mp4" });
  await user.upload(screen.getByLabelText("Attach a photo or video", { selector: "input" }), words);
  await screen.findByText(/^Only photos \(JPEG, PNG, WebP\) and videos/);
  expect(open.thread.get().chosen).toBeNull();
});
