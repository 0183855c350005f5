import type { Comment as CommentShape, commentsContract } from "#contract/comments.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { keyOf, problem, waitProblem } from "#server/kit/http/problem.ts";
import type { Content } from "../content.ts";
import type { Comment } from "./comments.ts";
import type { PostRefusal } from "./post-person.ts";

/** Comments on posts, and their hearts. */
export function commentRoutes({ content }: { content: Content }): Handlers<typeof commentsContract> {
  const { comments } = content;
  return {
    "GET /api/posts/{id}/comments": async ({ params, query }, call) => {
      const found = await comments.list(call.viewer, { postId: params.id, before: query.before ?? null });
      if (!found.ok) return postProblem(call, found.refusal);
      const data = found.comments.map((one) => presentComment(one, call.viewer));
      const last = data.at(-1);
      const next = found.more && last ? `/api/posts/${params.id}/comments?before=${last.id}` : null;
      const objection = found.objection === "muted" ? "muted" : found.objection && "customers_only";
      return { status: 200, body: { data, links: { next }, objection } };
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
    "POST /api/fan/like-post": async ({ body }, call) => {
      const done = await content.likePost(call.viewer, { postId: body.post_id, liked: body.liked });
      return done.ok ? { status: 200, body: done.reactions } : postProblem(call, done.refusal);
    },
  };
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
