import type { ListingReview, StudioListing } from "#contract/listing.ts";
import { eachFact } from "#contract/model-facts.ts";
import { modelPlaceholder } from "#contract/room-values.ts";
import { ageOn } from "../rules/age.ts";
import { type ListingChecklist, stepsOf } from "../rules/listing.ts";
import type { ListingRow } from "../store/listing-store.ts";

/** A page as the rules of its way to the lists read it. */
export function checklistOf(row: ListingRow): ListingChecklist {
  return {
    ...row,
    hasPicture: row.portrait !== modelPlaceholder,
    cameraTested: row.camera_tested_at !== null,
  };
}

const pageOf = (row: ListingRow) => ({
  artistic_name: row.artistic_name,
  bio: { en: row.bio_en, es: row.bio_es },
  birth_date: row.birth_date,
  country: row.country,
  gender_id: row.gender_id,
  ...eachFact((name) => row[name]),
  portrait: row.portrait === modelPlaceholder ? null : row.portrait,
});

/** A page as its model sees it. */
export function presentListing(row: ListingRow): StudioListing {
  return { state: row.listing, note: row.listing_note, steps: stepsOf(checklistOf(row)), ...pageOf(row) };
}

/** A page as staff sees it; `now` decides the age. */
export function presentReview(row: ListingRow, now: Date): ListingReview {
  const { id, login, listing, listing_note, submitted_at, birth_date } = row;
  return {
    id,
    login,
    state: listing,
    note: listing_note,
    submitted_at: submitted_at?.toISOString() ?? null,
    age: birth_date === null ? null : ageOn(birth_date, now),
    rates: {
      private: row.rate_private ?? 0,
      vip: row.rate_vip ?? 0,
      spy: row.rate_spy ?? 0,
      minimum: row.rate_minimum,
    },
    ...pageOf(row),
  };
}
