import type { AdminModel, ModelAction } from "#contract/admin.ts";
import { m } from "#web/paraglide/messages.js";

type ActionLabels = {
  name(): string;
  title(names: { name: string }): string;
  text(): string;
  done(names: { name: string }): string;
};

export const actionLabels: Record<ModelAction, ActionLabels> = {
  approve: {
    name: () => m.admin_approve(),
    title: (names) => m.admin_approve_title(names),
    text: () => m.admin_approve_text(),
    done: (names) => m.admin_approve_done(names),
  },
  "send-back": {
    name: () => m.admin_send_back(),
    title: (names) => m.admin_send_back_title(names),
    text: () => m.admin_send_back_text(),
    done: (names) => m.admin_send_back_done(names),
  },
  hide: {
    name: () => m.admin_hide(),
    title: (names) => m.admin_hide_title(names),
    text: () => m.admin_hide_text(),
    done: (names) => m.admin_hide_done(names),
  },
  show: {
    name: () => m.admin_unhide(),
    title: (names) => m.admin_unhide_title(names),
    text: () => m.admin_unhide_text(),
    done: (names) => m.admin_unhide_done(names),
  },
  suspend: {
    name: () => m.admin_suspend(),
    title: (names) => m.admin_suspend_title(names),
    text: () => m.admin_suspend_text(),
    done: (names) => m.admin_suspend_done(names),
  },
  restore: {
    name: () => m.admin_restore(),
    title: (names) => m.admin_restore_title(names),
    text: () => m.admin_restore_text(),
    done: (names) => m.admin_restore_done(names),
  },
  "end-show": {
    name: () => m.admin_end_show(),
    title: (names) => m.admin_end_show_title(names),
    text: () => m.admin_end_show_text(),
    done: (names) => m.admin_end_show_done(names),
  },
};

/** The actions that are possible for a model as they are now. */
export function actionsFor({ status, hidden, suspended, listing }: AdminModel): ModelAction[] {
  if (suspended) return ["restore"];
  const decisions = listing === "submitted" ? (["approve", "send-back"] as const) : [];
  return [
    ...decisions,
    ...(status === "stopped" ? [] : (["end-show"] as const)),
    hidden ? "show" : "hide",
    "suspend",
  ];
}
