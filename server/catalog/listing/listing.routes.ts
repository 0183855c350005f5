import type { listingContract } from "#contract/listing.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { fieldProblem, problem, waitProblem } from "#server/kit/http/problem.ts";
import type { Catalog } from "../catalog.ts";
import { presentListing, presentReview } from "./present-listing.ts";

const fieldOf = {
  under_age: "birth_date",
  unknown_gender: "gender_id",
  contact_details: "bio",
  name_taken: "artistic_name",
} as const;

/** The part of the contract in which a model brings their page to the lists. Every call answers the page as it is then. */
export function listingRoutes({
  catalog,
  db,
  clock,
}: {
  catalog: Pick<Catalog, "listing" | "livePictures">;
  db: Reader;
  clock: Clock;
}): Handlers<typeof listingContract> {
  const { listing } = catalog;
  const view = async ({ viewer }: Call<Viewer>) => {
    const page = await listing.view(db, viewer.userId);
    if (!page) throw new Error(`model ${viewer.userId} has no page`);
    return { status: 200, body: presentListing(page) } as const;
  };
  return {
    "GET /api/studio/listing": (_input, call) => view(call),
    "POST /api/studio/listing": async ({ body }, call) => {
      const saved = await listing.save(call.viewer.userId, body);
      if (saved.ok) return view(call);
      if (saved.refusal === "listing_fixed") return problem(call, saved.refusal);
      return fieldProblem(call, saved.refusal, fieldOf[saved.refusal]);
    },
    "POST /api/studio/listing/picture": async ({ files }, call) => {
      const stored = await listing.storePicture(call.viewer.userId, files.picture.bytes);
      if (stored.ok) return view(call);
      const { refusal } = stored;
      if (refusal.code === "too_many") return waitProblem(call, "too_many_tries", refusal.retryAfterSeconds);
      return fieldProblem(call, refusal.code, "picture");
    },
    "POST /api/studio/live-picture": async ({ files }, call) => {
      const sent = await catalog.livePictures.show(call.viewer.userId, files.picture.bytes);
      if (sent.ok) return { status: 200, body: { shown: sent.shown } };
      const { refusal } = sent;
      if (refusal.code === "too_many") return waitProblem(call, "too_many_tries", refusal.retryAfterSeconds);
      return fieldProblem(call, refusal.code, "picture");
    },
    "POST /api/studio/listing/camera": async (_input, call) => {
      await listing.cameraTested(call.viewer.userId);
      return view(call);
    },
    "POST /api/studio/listing/submit": async (_input, call) => {
      const sent = await listing.submit(call.viewer.userId);
      return sent.ok ? view(call) : problem(call, sent.refusal);
    },
    "GET /api/admin/models/{id}/listing": async ({ params }, call) => {
      const page = await listing.view(db, params.id);
      return page ? { status: 200, body: presentReview(page, clock.now()) } : problem(call, "unknown_model");
    },
  };
}
