import type { Inbox } from "./inbox.ts";
import type { ThreadPage } from "./inbox-calls.ts";

/** A chat to be shown, one that the person does not have, or one that could not be had now. */
export type LoadedThread = { kind: "open"; page: ThreadPage } | { kind: "unknown" } | { kind: "failed" };

/** Loads what a page shows of the chat that its address names. */
export async function loadThread({ calls }: Inbox, id: string | undefined): Promise<LoadedThread> {
  if (!/^[1-9]\d{0,14}$/.test(id ?? "")) return { kind: "unknown" };
  const { status, page } = await calls.messages(Number(id), null);
  if (page) return { kind: "open", page };
  return [403, 404, 422].includes(status) ? { kind: "unknown" } : { kind: "failed" };
}
