import { type Refusal, refusalText } from "#web/lib/api/refusal.ts";
import { toastMs } from "#web/lib/constants.ts";

export type ToastKind = "success" | "error" | "info";

export type ToastMessage = {
  kind: ToastKind;
  text: string;
  /** Where the person may go from here. */
  link?: { to: string; text: string };
  /** 3,000 by default; payments and new messages 5,000. */
  durationMs?: number;
  /** The sender: their picture replaces the icon, their name precedes the text. */
  from?: { name: string; avatar: string | null };
  /** Pressing it does this and takes it away; `label` says what. */
  open?: { label: string; run(): void };
};

export type ShownToast = ToastMessage & { id: number };

const keptMax = 4;
const listeners = new Set<() => void>();
let shown: readonly ShownToast[] = [];
let lastId = 0;

/** Says something at the top right for a moment; what is returned takes it away before its time. */
export function toast(message: ToastMessage): () => void {
  const id = ++lastId;
  replace([...shown, { ...message, id }].slice(-keptMax));
  setTimeout(() => dismissToast(id), message.durationMs ?? toastMs);
  return () => dismissToast(id);
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  replace(shown.filter((each) => each.id !== id));
}

/** The toasts in sight, oldest first; for the one component that draws them. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => shown,
};

function replace(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Says why a command was not carried out. */
export function toastRefusal(refusal: Refusal): void {
  toast({ kind: "error", text: refusalText(refusal) });
}

/** A toast for a form that shows under each of these fields the refusals of it: those need no toast. */
export function toastRefusalOutside(fields: readonly string[]): (refusal: Refusal) => void {
  return (refusal) => {
    if (!fields.some((field) => refusal.errors?.[field]?.[0] !== undefined)) toastRefusal(refusal);
  };
}
