import type { galleryContract } from "#contract/gallery.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { fieldProblem, problem, waitProblem } from "#server/kit/http/problem.ts";
import type { Catalog } from "../catalog.ts";

/** The part of the contract in which a model keeps the pictures of their page. Every call answers them as they are then. */
export function galleryRoutes({
  catalog: { gallery },
  db,
}: {
  catalog: Pick<Catalog, "gallery">;
  db: Reader;
}): Handlers<typeof galleryContract> {
  const view = async ({ viewer }: Call<Viewer>) =>
    ({ status: 200, body: { pictures: await gallery.view(db, viewer.userId) } }) as const;
  return {
    "GET /api/studio/gallery": (_input, call) => view(call),
    "POST /api/studio/gallery": async ({ body, files }, call) => {
      const added = await gallery.add(call.viewer.userId, files.picture.bytes, body.client_id);
      if (added.ok) return view(call);
      const { refusal } = added;
      if (refusal.code === "too_many") return waitProblem(call, "too_many_tries", refusal.retryAfterSeconds);
      if (refusal.code === "gallery_full") return problem(call, "gallery_full");
      return fieldProblem(call, refusal.code, "picture");
    },
    "POST /api/studio/gallery-order": async ({ body }, call) => {
      const done = await gallery.order(call.viewer.userId, body.ids);
      return done.ok ? view(call) : problem(call, done.refusal);
    },
    "DELETE /api/studio/gallery/{id}": async ({ params }, call) => {
      await gallery.remove(call.viewer.userId, params.id);
      return view(call);
    },
  };
}
