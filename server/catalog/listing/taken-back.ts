import type { ListingChanges, ListingRow } from "../store/listing-store.ts";

/** What staff looks at does not change under their eyes: a changed page has to be sent again. */
export const takenBack = ({ listing }: Pick<ListingRow, "listing">): ListingChanges =>
  listing === "submitted" ? { listing: "draft", submitted_at: null } : {};
