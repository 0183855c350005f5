import { type FactName, factNames } from "#contract/model-facts.ts";
import { searchKey } from "#contract/search-key.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { HoldsContactDetails } from "#server/kit/text-rules/contact-details.ts";
import type { Storage } from "#server/storage/storage.ts";
import type { PictureRefusal } from "../picture-needs.ts";
import { ageOn } from "../rules/age.ts";
import { isComplete } from "../rules/listing.ts";
import {
  isNameTaken,
  type ListingChanges,
  type ListingRow,
  listingOf,
  lockListing,
  takenBack,
  updateListing,
} from "../store/listing-store.ts";
import { genders } from "../store/models-store.ts";
import { storePagePicture, sweepPagePictures } from "./page-picture.ts";
import { checklistOf } from "./present-listing.ts";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** Staff approved a model's page: they are in the lists from now on. */
    model_listed: { modelId: number };
  }
}

export type ListingOrder = {
  artistic_name?: string | undefined;
  bio?: { en: string; es: string } | undefined;
  birth_date?: string | undefined;
  country?: string | undefined;
  gender_id?: number | undefined;
} & { [Name in FactName]?: readonly string[] | undefined };

export type SaveRefusal = "under_age" | "listing_fixed" | "unknown_gender" | "contact_details" | "name_taken";

export type ListingNeeds = {
  db: Database;
  clock: Pick<Clock, "now">;
  storage: Pick<Storage, "put" | "discard" | "sweep" | "url">;
  limits: Limits;
  /** Finds the contact details that the platform holds back in a model's words about themselves. */
  holdsContactDetails: HoldsContactDetails;
};

/** The way of a model's page to the lists. */
export type Listing = {
  view(reader: Reader, modelId: number): Promise<ListingRow | undefined>;
  save(modelId: number, order: ListingOrder): Promise<Result<object, SaveRefusal>>;
  /** Stores the picture of a page, cut for every place where it is shown. */
  storePicture(modelId: number, bytes: Uint8Array): Promise<Result<object, PictureRefusal>>;
  /** Deletes pictures that no page refers to; a job calls it. */
  sweepPictures(): Promise<void>;
  cameraTested(modelId: number): Promise<void>;
  /** Sends a complete page to staff. */
  submit(modelId: number): Promise<Result<object, "listing_incomplete" | "name_taken">>;
  /** Lists a submitted page, or sends it back with a note. */
  review(
    tx: Tx,
    modelId: number,
    decision: { approve: boolean; note: string },
  ): Promise<Result<object, "not_submitted" | "name_taken">>;
};

const adultYears = 18;

/** Makes the part of the catalog that lists new models. */
export function createListing(needs: ListingNeeds): Listing {
  const { db, clock } = needs;
  const change = <Answer>(modelId: number, work: (tx: Tx, page: ListingRow) => Promise<Answer>) =>
    inTransaction(db, async (tx) => {
      const page = await lockListing(tx, modelId);
      if (!page) throw new Error(`model ${modelId} has no page`);
      return work(tx, page);
    });
  return {
    view: listingOf,
    async save(modelId, order) {
      const { birth_date, gender_id, bio } = order;
      if (birth_date && ageOn(birth_date, clock.now()) < adultYears) return refuse("under_age");
      if (gender_id && !(await genders(db)).some(({ id }) => id === gender_id))
        return refuse("unknown_gender");
      if (bio && [bio.en, bio.es].some(needs.holdsContactDetails)) return refuse("contact_details");
      return change(modelId, async (tx, page) => {
        if (page.listing === "approved" && changesPerson(page, order)) return refuse("listing_fixed");
        const name = order.artistic_name;
        if (
          name !== undefined &&
          name !== page.artistic_name &&
          (await isNameTaken(tx, { id: modelId, name }))
        )
          return refuse("name_taken");
        await updateListing(tx, modelId, { ...changesOf(page, order), ...takenBack(page) });
        return ok({});
      });
    },
    storePicture: storePagePicture(needs),
    sweepPictures: sweepPagePictures(needs),
    cameraTested: (modelId) =>
      change(modelId, async (tx, page) => {
        if (page.camera_tested_at === null)
          await updateListing(tx, modelId, { camera_tested_at: clock.now() });
      }),
    submit: (modelId) =>
      change(modelId, async (tx, page) => {
        if (page.listing !== "draft") return ok({});
        if (!isComplete(checklistOf(page))) return refuse("listing_incomplete");
        if (await isNameTaken(tx, { id: modelId, name: page.artistic_name })) return refuse("name_taken");
        await updateListing(tx, modelId, {
          listing: "submitted",
          listing_note: "",
          submitted_at: clock.now(),
        });
        return ok({});
      }),
    async review(tx, modelId, { approve, note }) {
      const page = await lockListing(tx, modelId);
      if (page?.listing !== "submitted") return refuse("not_submitted");
      // A rate may have gone since: the database would refuse it.
      if (approve && !isComplete(checklistOf(page))) return refuse("not_submitted");
      if (approve && (await isNameTaken(tx, { id: modelId, name: page.artistic_name })))
        return refuse("name_taken");
      const decision = approve
        ? ({ listing: "approved", listing_note: "", approved_at: clock.now() } as const)
        : ({ listing: "draft", listing_note: note } as const);
      await updateListing(tx, modelId, { ...decision, submitted_at: null });
      if (approve) await publishEvent(tx, "model_listed", { modelId });
      return ok({});
    },
  };
}

/** Whether an order changes the facts about the person, which staff have checked. */
function changesPerson(page: ListingRow, order: ListingOrder): boolean {
  const { artistic_name, birth_date, country, gender_id } = order;
  return (
    (artistic_name !== undefined && artistic_name !== page.artistic_name) ||
    (birth_date !== undefined && birth_date !== page.birth_date) ||
    (country !== undefined && country !== page.country) ||
    (gender_id !== undefined && gender_id !== page.gender_id)
  );
}

function changesOf({ login }: ListingRow, order: ListingOrder): ListingChanges {
  const { artistic_name, bio, birth_date, country, gender_id } = order;
  return {
    ...(artistic_name === undefined
      ? {}
      : { artistic_name, search_text: searchKey(`${artistic_name} ${login}`) }),
    ...(bio === undefined ? {} : { bio_en: bio.en, bio_es: bio.es }),
    ...(birth_date === undefined ? {} : { birth_date }),
    ...(country === undefined ? {} : { country }),
    ...(gender_id === undefined ? {} : { gender_id }),
    ...factChanges(order),
  };
}

function factChanges(order: ListingOrder): ListingChanges {
  return Object.fromEntries(
    factNames.flatMap((name) => {
      const chosen = order[name];
      return chosen === undefined ? [] : [[name, [...new Set(chosen)]]];
    }),
  );
}
