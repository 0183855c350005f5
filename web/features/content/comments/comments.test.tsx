// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Comment, Comments as CommentList } from "#contract/comments.ts";
import type { Post } from "#contract/content.ts";
import {
  type Answers,
  closePage,
  fanProfile,
  inTurn,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { openVideo } from "#testing/web/item.ts";
import { scriptedClient } from "#testing/web/scripted-server.ts";
import { RealtimeProvider } from "#web/lib/realtime/RealtimeProvider.tsx";
import { Comments } from "./Comments.tsx";
import { PostReactions } from "./PostLike.tsx";

afterEach(closePage);

const post = {
  ...openVideo,
  type: "picture",
  body: "Dear you",
  likes: 2,
  liked: false,
  comments: 1,
} as unknown as Post;
const comment = (change: Partial<Comment> = {}): Comment => ({
  id: 31,
  author: { id: 8, name: "marta", avatar: null, role: "fan" },
  text: "What a song",
  at: "2026-11-21T12:00:00Z",
  own: false,
  removable: false,
  ...change,
});
const read = "GET /api/posts/{id}/comments";
const write = "POST /api/posts/{id}/comments";
const page = (data: Comment[], objection: CommentList["objection"] = null) => ({
  status: 200,
  body: { data, links: { next: null }, objection, live_from: { post: { epoch: "e", sequence: 0 } } },
});
const open = (answers: Answers, language: "en" | "es" = "en") =>
  openPage(<Comments post={post} />, { "GET /api/fan/profile": fanProfile(), ...answers }, { language });

test("a comment is sent once and shown; a refusal keeps what was typed, a card number does not go out", async () => {
  const mine = comment({ id: 32, text: "Again!", own: true, removable: true });
  const { user, callsOf } = open({
    [read]: inTurn(page([comment()]), page([mine, comment()])),
    [write]: inTurn(
      { status: 429, body: { message: "Please wait.", code: "too_many" } },
      { status: 201, body: mine },
    ),
  });
  const field = await screen.findByLabelText("Your comment");
  const send = screen.getByRole("button", { name: "Comment" });
  await user.type(field, "4111 1111 1111 1111");
  await user.click(send);
  expect(callsOf(write)).toEqual([]);
  await user.clear(field);
  await user.type(field, "Again!");
  await user.click(send);
  expect(await screen.findByText("Please wait.")).toBeDefined();
  expect((field as HTMLTextAreaElement).value).toBe("Again!");
  await user.click(send);
  expect(await screen.findByRole("button", { name: "Remove this comment" })).toBeDefined();
  expect((field as HTMLTextAreaElement).value).toBe("");
  // Another's can be reported, one's own cannot.
  expect(screen.getAllByRole("button", { name: "Report" })).toHaveLength(1);
});

test("older comments that cannot be had are asked for again by the same button, which says so", async () => {
  const first = page([comment({ id: 32, text: "Again!" })]);
  const { user } = open({
    [read]: inTurn(
      { status: 200, body: { ...first.body, links: { next: "/older" } } },
      { status: 503, body: { code: "unavailable", message: "Not now." } },
      page([comment()]),
    ),
  });
  await user.click(await screen.findByRole("button", { name: "Show older" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.getByRole("alert").textContent).toBe("This didn’t load");
  screen.getByText("Again!");
  await user.click(retry);
  await screen.findByText("What a song");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what is typed while a comment is on its way stays for the next one", async () => {
  const mine = comment({ id: 32, text: "Again!", own: true });
  const answered = Promise.withResolvers<Reply>();
  const { user, callsOf } = open({
    [read]: inTurn(page([]), page([mine])),
    [write]: () => answered.promise,
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Your comment");
  await user.type(field, "Again!");
  await user.click(screen.getByRole("button", { name: "Comment" }));
  await user.type(field, " And louder");
  answered.resolve({ status: 201, body: mine });
  await screen.findByText("Again!");
  expect(field.value).toBe("And louder");
  expect(callsOf(write).map(({ body }) => body)).toMatchObject([{ text: "Again!" }]);
});

test("who is no customer or muted reads on, and is shown why there is no field", async () => {
  const { close } = open({ [read]: () => page([comment()], "customers_only") });
  expect(await screen.findByText("Clara’s subscribers and buyers can comment.")).toBeDefined();
  expect(screen.getByText("What a song")).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
  close();
  const muted = open({ [read]: () => page([], "muted") }, "es");
  expect(await screen.findByText(/esta modelo te silenció/)).toBeDefined();
  muted.close();
  open({ [read]: () => page([], "withdrawn") });
  expect(await screen.findByText(/^Clara took this post down\./)).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("no heart is offered for a post that was taken back; one that was given before can go", async () => {
  const gone = { ...post, withdrawn: true };
  const answers = { "GET /api/fan/profile": fanProfile() };
  const { close, callsOf } = openPage(<PostReactions post={gone} />, answers);
  await waitFor(() => expect(callsOf("GET /api/fan/profile")).toHaveLength(1));
  await screen.findByText("2 likes");
  expect(screen.queryByRole("button")).toBeNull();
  close();
  openPage(<PostReactions post={{ ...gone, liked: true }} />, answers);
  expect(await screen.findByRole("button", { name: /2 likes/ })).toBeDefined();
});

test("a heart shows at once and goes back when it is refused", async () => {
  const like = "POST /api/fan/like-post";
  const { user, toasts, callsOf } = openPage(<PostReactions post={post} />, {
    "GET /api/fan/profile": fanProfile(),
    [like]: () => ({ status: 403, body: { message: "Unlock this post first.", code: "post_locked" } }),
  });
  await user.click(await screen.findByRole("button", { name: /Like this post, 2 likes/ }));
  await waitFor(() => expect(toasts()).toEqual(["Unlock this post first."]));
  expect(callsOf(like).map(({ body }) => body)).toEqual([{ post_id: 5, liked: true }]);
});

test("what others say of the post appears from the moment on at which it was read, and what is taken away goes", async () => {
  const live = scriptedClient();
  const others = comment({ id: 33, text: "From elsewhere" });
  openPage(
    <RealtimeProvider ticket={async () => null} client={live.client}>
      <Comments post={post} />
    </RealtimeProvider>,
    {
      "GET /api/fan/profile": fanProfile(),
      [read]: inTurn(page([comment()]), page([others, comment()]), page([others])),
    },
  );
  await screen.findByText("What a song");
  const topic = `post:${post.id}` as const;
  await waitFor(() => live.latest());
  act(() => live.latest().accept());
  await waitFor(() => expect(live.latest().sent).toContainEqual(["resume", [[topic, "e", 0]]]));
  const change = (sequence: number, post_id: number) =>
    live.latest().answer(["event", "main-channel", topic, sequence, "PostCommentsChanged", { post_id }]);
  live.latest().answer(["joined", topic, "e", 0]);
  act(() => change(1, post.id));
  expect(await screen.findByText("From elsewhere")).toBeDefined();
  act(() => change(2, post.id));
  await waitFor(() => expect(screen.queryByText("What a song")).toBeNull());
});
