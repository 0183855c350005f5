// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { StudioComment } from "#contract/comments.ts";
import {
  type Answers,
  closePage,
  ForViewer,
  fanProfile,
  inTurn,
  openPage,
} from "#testing/component/page.tsx";
import { scriptedClient } from "#testing/web/scripted-server.ts";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { StudioCommentsPage } from "./StudioCommentsPage.tsx";

afterEach(closePage);

const comment = (change: Partial<StudioComment> = {}): StudioComment => ({
  id: 31,
  author: { id: 8, name: "marta", avatar: null, role: "fan" },
  text: "What a song",
  at: "2026-11-21T12:00:00Z",
  own: false,
  removable: true,
  post: { id: 5, title: "Letter" },
  is_new: false,
  ...change,
});
const read = "GET /api/studio/comments";
const seen = "POST /api/studio/comments-seen";
const write = "POST /api/posts/{id}/comments";
const page = (data: StudioComment[], next: string | null = null) => ({
  status: 200,
  body: { data, links: { next }, live_from: { person: { epoch: "e", sequence: 0 } } },
});
const model = fanProfile({
  role: "model",
  not_seen_comments: 1,
  live_from: { person: { epoch: "e", sequence: 0 } },
});
const open = (answers: Answers, language: "en" | "es" = "en") =>
  openPage(
    <ForViewer part={() => <StudioCommentsPage />} />,
    {
      "GET /api/fan/profile": model,
      "GET /api/studio/bans": { data: [] },
      "GET /api/get-main-page-counters": { ...noCounters, not_seen_comments: 0 },
      [seen]: { not_seen_comments: 0 },
      ...answers,
    },
    { language },
  );
const noCounters = { unread_messages: 0, not_seen_attachments: 0, not_seen_posts: 0 };
const row = async (id: number) => within(await screen.findByTestId(`comment-${id}`));

test("what is new is marked and counts as seen once it is shown; what was seen before is not marked again", async () => {
  const { callsOf } = open({
    [read]: () => page([comment({ id: 33, is_new: true }), comment({ id: 32, is_new: true }), comment()]),
  });
  expect(await screen.findAllByText("New")).toHaveLength(2);
  await waitFor(() => expect(callsOf(seen).map(({ body }) => body)).toEqual([{ up_to: 33 }]));
  closePage();
  const quiet = open({ [read]: () => page([comment()]) });
  expect((await row(31)).getByText("On “Letter”")).toBeDefined();
  expect(quiet.callsOf(seen)).toEqual([]);
});

test("a comment is answered under its post, by name; a refusal keeps what was typed, and the name alone is no answer", async () => {
  const mine = comment({
    id: 40,
    own: true,
    text: "@marta Gracias",
    author: { id: 7, name: "Luna", avatar: null, role: "model" },
  });
  const { user, callsOf, toasts } = open(
    {
      [read]: inTurn(page([comment()]), page([mine, comment()])),
      [write]: inTurn(
        { status: 429, body: { message: "Espera un poco.", code: "too_many" } },
        { status: 201, body: mine },
      ),
    },
    "es",
  );
  await user.click((await row(31)).getByRole("button", { name: "Responder" }));
  const field = screen.getByLabelText("Tu respuesta a marta") as HTMLTextAreaElement;
  expect(field.value).toBe("@marta ");
  await user.click(screen.getByRole("button", { name: "Responder" }));
  expect(callsOf(write)).toEqual([]);
  await user.type(field, "Gracias");
  await user.click(screen.getByRole("button", { name: "Responder" }));
  expect(await screen.findByText("Espera un poco.")).toBeDefined();
  expect(field.value).toBe("@marta Gracias");
  await user.click(screen.getByRole("button", { name: "Responder" }));
  expect((await row(40)).getByText("@marta Gracias")).toBeDefined();
  expect(callsOf(write).map(({ path, body }) => [path, (body as { text: string }).text])).toEqual(
    Array(2).fill(["/api/posts/5/comments", "@marta Gracias"]),
  );
  expect(toasts()).toEqual(["Tu respuesta está en la publicación"]);
  // One's own is removed, and neither answered nor reported.
  const names = (await row(40)).getAllByRole("button").map((button) => button.getAttribute("aria-label"));
  expect(names).toEqual(["Eliminar este comentario"]);
});

test("a comment is removed, and its author banned after one question, which takes all of theirs out of sight", async () => {
  const { user, callsOf } = open({
    [read]: inTurn(page([comment({ id: 32 }), comment()]), page([comment()]), page([])),
    "DELETE /api/comments/{id}": () => ({ status: 204 }),
    "POST /api/studio/ban": { data: [] },
  });
  await user.click((await row(32)).getByRole("button", { name: "Remove this comment" }));
  await waitFor(() => expect(screen.queryByTestId("comment-32")).toBeNull());
  await user.click((await row(31)).getByRole("button", { name: "Ban marta" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(callsOf("POST /api/studio/ban")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Ban" }));
  expect(await screen.findByText("No comments yet")).toBeDefined();
  expect(callsOf("POST /api/studio/ban").map(({ body }) => body)).toEqual([{ fan_id: 8 }]);
});

test("what is said while the page is open appears, once, with what was there; older ones come when they are asked for", async () => {
  const live = scriptedClient();
  const { user, callsOf } = openPage(
    <RealtimeProvider ticket={async () => null} client={live.client}>
      <ForViewer part={() => <StudioCommentsPage />} />
    </RealtimeProvider>,
    {
      "GET /api/fan/profile": model,
      "GET /api/studio/bans": { data: [] },
      [seen]: { not_seen_comments: 0 },
      [read]: ({ query }) => {
        if (query.get("before") === "30") return page([comment({ id: 20, text: "Older" })]);
        return callsOf(read).length === 1
          ? page([comment({ id: 30, text: "First" })], "/api/studio/comments?before=30")
          : page(
              [comment({ id: 31, text: "Live", is_new: true }), comment({ id: 30, text: "First" })],
              "/api/studio/comments?before=30",
            );
      },
    },
  );
  await row(30);
  await waitFor(() => live.latest());
  act(() => live.latest().accept());
  live.latest().answer(["joined", "person:7", "e", 0]);
  act(() =>
    live.latest().answer(["event", "main-channel", "person:7", 1, "PostCommentsChanged", { post_id: 5 }]),
  );
  expect((await row(31)).getByText("New")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await row(20);
  expect(screen.getAllByTestId(/^comment-/).map(({ dataset }) => dataset.testid)).toEqual([
    "comment-31",
    "comment-30",
    "comment-20",
  ]);
});

test("a model who removes comments by keys goes on at the next one", async () => {
  let answered = () => {};
  const gone = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const { user } = open({
    [read]: inTurn(page([comment({ id: 33 }), comment()]), page([comment()])),
    "DELETE /api/comments/{id}": async () => {
      await gone;
      return { status: 204 };
    },
  });
  const remove = (await row(33)).getByRole<HTMLButtonElement>("button", { name: "Remove this comment" });
  remove.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(remove.getAttribute("aria-disabled")).toBe("true"));
  expect(remove.disabled, "it keeps the focus while it waits").toBe(false);
  answered();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("comment-31")));
});

test("a comment that is gone when it is taken away leaves the list without a complaint", async () => {
  const remove = "DELETE /api/comments/{id}";
  const gone = { status: 404, body: { code: "not_found", message: "This is not there." } };
  const { callsOf, toasts, user } = open({
    [read]: () => page(callsOf(remove).length === 2 ? [] : [comment()]),
    [remove]: inTurn({ status: 0 }, gone),
  });
  const press = async () => user.click((await row(31)).getByRole("button", { name: "Remove this comment" }));
  await press();
  await waitFor(() => expect(toasts()).toHaveLength(1));
  await press();
  await waitFor(() => expect(screen.queryByTestId("comment-31")).toBeNull());
  expect(toasts()).toHaveLength(1);
});
