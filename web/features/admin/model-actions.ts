import type { AdminModel, ModelAction } from "#contract/admin.ts";
import { m } from "#web/paraglide/messages.js";

type Words = {
  name(): string;
  title(facts: { name: string }): string;
  text(): string;
  done(facts: { name: string }): string;
};

export const actionWords: Record<ModelAction, Words> = {
  hide: {
    name: () => m.admin_hide(),
    title: (facts) => m.admin_hide_title(facts),
    text: () => m.admin_hide_text(),
    done: (facts) => m.admin_hide_done(facts),
  },
  show: {
    name: () => m.admin_unhide(),
    title: (facts) => m.admin_unhide_title(facts),
    text: () => m.admin_unhide_text(),
    done: (facts) => m.admin_unhide_done(facts),
  },
  suspend: {
    name: () => m.admin_suspend(),
    title: (facts) => m.admin_suspend_title(facts),
    text: () => m.admin_suspend_text(),
    done: (facts) => m.admin_suspend_done(facts),
  },
  restore: {
    name: () => m.admin_restore(),
    title: (facts) => m.admin_restore_title(facts),
    text: () => m.admin_restore_text(),
    done: (facts) => m.admin_restore_done(facts),
  },
  "end-show": {
    name: () => m.admin_end_show(),
    title: (facts) => m.admin_end_show_title(facts),
    text: () => m.admin_end_show_text(),
    done: (facts) => m.admin_end_show_done(facts),
  },
};

/** What can be done to a model as she is now. */
export function actionsFor({ status, hidden, suspended }: AdminModel): ModelAction[] {
  if (suspended) return ["restore"];
  return [...(status === "stopped" ? [] : (["end-show"] as const)), hidden ? "show" : "hide", "suspend"];
}
