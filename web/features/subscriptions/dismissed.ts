import { z } from "zod";
import { STORAGE } from "#web/lib/constants.ts";

/** A reminder is put away for one end of a subscription: when it ends again another time, it is told again. */
const entry = z.object({ id: z.number(), expireAt: z.string() });
export type Dismissed = z.output<typeof entry>;

const keptMax = 50;

/** The reminders that were put away in this browser. */
export function readDismissed(storage: Pick<Storage, "getItem">): Dismissed[] {
  try {
    const stored = z
      .array(entry)
      .safeParse(JSON.parse(storage.getItem(STORAGE.dismissedSubscriptions) ?? "[]"));
    return stored.success ? stored.data : [];
  } catch {
    return [];
  }
}

/** Puts one away. */
export function dismiss(storage: Pick<Storage, "getItem" | "setItem">, { id, expireAt }: Dismissed): void {
  const others = readDismissed(storage).filter((one) => one.id !== id);
  storage.setItem(
    STORAGE.dismissedSubscriptions,
    JSON.stringify([...others, { id, expireAt }].slice(-keptMax)),
  );
}

/** Was the reminder of this end put away? */
export function isDismissed(dismissed: readonly Dismissed[], { id, expireAt }: Dismissed): boolean {
  return dismissed.some((one) => one.id === id && one.expireAt === expireAt);
}
