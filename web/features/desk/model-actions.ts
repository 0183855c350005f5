import type { DeskModel, ModelAction } from "#contract/desk.ts";
import { m } from "#web/paraglide/messages.js";

type Words = {
  name(): string;
  title(facts: { name: string }): string;
  text(): string;
  done(facts: { name: string }): string;
};

export const actionWords: Record<ModelAction, Words> = {
  hide: {
    name: () => m.desk_hide(),
    title: (facts) => m.desk_hide_title(facts),
    text: () => m.desk_hide_text(),
    done: (facts) => m.desk_hide_done(facts),
  },
  show: {
    name: () => m.desk_unhide(),
    title: (facts) => m.desk_unhide_title(facts),
    text: () => m.desk_unhide_text(),
    done: (facts) => m.desk_unhide_done(facts),
  },
  suspend: {
    name: () => m.desk_suspend(),
    title: (facts) => m.desk_suspend_title(facts),
    text: () => m.desk_suspend_text(),
    done: (facts) => m.desk_suspend_done(facts),
  },
  restore: {
    name: () => m.desk_restore(),
    title: (facts) => m.desk_restore_title(facts),
    text: () => m.desk_restore_text(),
    done: (facts) => m.desk_restore_done(facts),
  },
  "end-show": {
    name: () => m.desk_end_show(),
    title: (facts) => m.desk_end_show_title(facts),
    text: () => m.desk_end_show_text(),
    done: (facts) => m.desk_end_show_done(facts),
  },
};

/** What can be done to a model as she is now. */
export function actionsFor({ status, hidden, suspended }: DeskModel): ModelAction[] {
  if (suspended) return ["restore"];
  return [...(status === "stopped" ? [] : (["end-show"] as const)), hidden ? "show" : "hide", "suspend"];
}
