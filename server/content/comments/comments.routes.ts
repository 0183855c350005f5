import type { Comments, Comment as CommentShape, commentsContract } from "#contract/comments.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { keyOf, problem, waitProblem } from "#server/kit/http/problem.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { Content } from "../content.ts";
import type { PostObjection } from "../rules/commenting.ts";
import type { Comment } from "./comments.ts";
import type { PostRefusal } from "./post-person.ts";

/** Comments on posts, and their hearts. */
export function commentRoutes({
  content,
  realtime,
}: {
  content: Content;
  realtime: Pick<Realtime, "position">;
}): Handlers<typeof commentsContract> {
  const { comments } = content;
  return {
    "GET /api/posts/{id}/comments": async ({ params, query }, call) => {
      const live_from = { post: await realtime.position(`post:${params.id}`) };
      const found = await comments.list(call.viewer, { postId: params.id, before: query.before ?? null });
      if (!found.ok) return postProblem(call, found.refusal);
      const data = found.comments.map((one) => presentComment(one, call.viewer));
      const last = data.at(-1);
      const next = found.more && last ? `/api/posts/${params.id}/comments?before=${last.id}` : null;
      const objection = shownObjection(found.objection);
      return { status: 200, body: { data, links: { next }, objection, live_from } };
    },
    "POST /api/posts/{id}/comments": async ({ params, body }, call) => {
      const order = { postId: params.id, text: body.text, clientId: body.client_id };
      const written = await comments.write(call.viewer, order);
      if (written.ok) return { status: 201, body: presentComment(written.comment, call.viewer) };
      const { refusal } = written;
      if (refusal.code === "too_many")
        return waitProblem(call, "too_many_comments", refusal.retryAfterSeconds);
      if (refusal.code === "key_reused") return problem(call, "action_key_reused");
      return postProblem(call, refusal.code);
    },
    "DELETE /api/comments/{id}": async ({ params }, call) => {
      const done = await comments.takeAway(call.viewer, params.id);
      return done.ok ? { status: 204, body: undefined } : problem(call, done.refusal);
    },
    "GET /api/studio/comments": async ({ query }, { viewer }) => {
      const live_from = { person: await realtime.position(`person:${viewer.userId}`) };
      const { comments: found, more } = await comments.ofModel({
        modelId: viewer.userId,
        before: query.before ?? null,
      });
      const data = found.map((one) => ({
        ...presentComment(one, viewer),
        post: { id: one.item_id, title: one.title },
        is_new: one.isNew,
      }));
      const last = data.at(-1);
      const next = more && last ? `/api/studio/comments?before=${last.id}` : null;
      return { status: 200, body: { data, links: { next }, live_from } };
    },
    "POST /api/studio/comments-seen": async ({ body }, { viewer }) => ({
      status: 200,
      body: { not_seen_comments: await comments.see(viewer.userId, body.up_to) },
    }),
    "POST /api/fan/like-post": async ({ body }, call) => {
      const done = await content.likePost(call.viewer, { postId: body.post_id, liked: body.liked });
      return done.ok ? { status: 200, body: done.reactions } : postProblem(call, done.refusal);
    },
  };
}

function shownObjection(objection: PostObjection | null): Comments["objection"] {
  if (objection === "muted") return "muted";
  if (objection === "post_withdrawn") return "withdrawn";
  return objection && "customers_only";
}

const postProblem = (call: Call, refusal: PostRefusal) =>
  problem(call, keyOf(refusal, { banned: "comment_banned", muted: "comment_muted" }));

function presentComment(comment: Comment, { userId, role }: Viewer): CommentShape {
  const own = comment.author_id === userId;
  return {
    id: comment.id,
    author: { id: comment.author_id, role: comment.author_role, ...comment.author },
    text: comment.body,
    at: comment.written_at.toISOString(),
    own,
    removable: own || (role === "model" && comment.model_id === userId),
  };
}
