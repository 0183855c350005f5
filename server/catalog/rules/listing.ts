import type { ListingStep } from "#contract/listing.ts";

/** The details of a page that is to be listed; null is not given yet. */
export type ListingChecklist = {
  artistic_name: string;
  bio_en: string;
  bio_es: string;
  birth_date: string | null;
  country: string | null;
  gender_id: number | null;
  rate_private: number | null;
  rate_vip: number | null;
  rate_spy: number | null;
  hasPicture: boolean;
  cameraTested: boolean;
};

/** The steps to being listed, each done or not. */
export function stepsOf(page: ListingChecklist): Record<ListingStep, boolean> {
  return {
    texts: page.artistic_name !== "" && page.bio_en !== "" && page.bio_es !== "",
    person: page.birth_date !== null && page.country !== null && page.gender_id !== null,
    picture: page.hasPicture,
    rates: page.rate_private !== null && page.rate_vip !== null && page.rate_spy !== null,
    camera: page.cameraTested,
  };
}

/** Can staff decide about this page? */
export function isComplete(page: ListingChecklist): boolean {
  return Object.values(stepsOf(page)).every(Boolean);
}
