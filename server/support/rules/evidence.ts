/** A copy of what somebody reports, as it was when they did: it stays when the thing itself is changed or deleted. */
export type Evidence = {
  /** Where it stands in the product, as a path. */
  path: string;
  /** The author; without an id a visitor without an account. */
  reported: { id: number | null; name: string; role: "fan" | "model" };
  /** The title: a room's mode and state, an item's title. */
  title: string | null;
  text: string | null;
  /**
   * The picture or video that belongs to it, by its key in the storage; `copy`: the private copy that was made of a picture
   * that everybody could see.
   */
  media: { kind: "picture" | "video"; key: string | null; copy?: string } | null;
  /** When it was written or shown; ISO 8601. */
  at: string | null;
  /** The messages before it in the same place, oldest first. */
  before: Quote[];
};

/** One message; `at` in ISO 8601. */
export type Quote = { author: string; text: string; at: string };
