/** One line of a chat of the demo world: who says it and what, or what picture the model sends. */
export type Line =
  | { by: "fan" | "model"; says: string }
  | { by: "model"; shows: "portrait" | "tall"; price?: number; about?: string };

/** A chat of a fan of the demo world with a model, when it ended, and how many of her last lines the fan has not read. */
export type Dialogue = {
  model: string;
  hoursAgo: number;
  unread?: number;
  /** The fan has bought what she offers. */
  bought?: true;
  lines: readonly Line[];
};

export const me = (says: string): Line => ({ by: "fan", says });
export const her = (says: string): Line => ({ by: "model", says });
export const picture = (shows: "portrait" | "tall" = "portrait"): Line => ({ by: "model", shows });
export const forSale = (price: number, about: string): Line => ({ by: "model", shows: "tall", price, about });
