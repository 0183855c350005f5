import type { StudioItem } from "#contract/studio-content.ts";
import { m } from "#web/paraglide/messages.js";
import type { PillTone } from "#web/ui/Badge.tsx";
import type { ItemProblem } from "./item-form.ts";
import type { FileProblem } from "./media-file.ts";

const fields: Record<ItemProblem, () => string> = {
  required: () => m.studio_error_required(),
  max_120: () => m.studio_error_max_120(),
  max_5000: () => m.studio_error_max_5000(),
  price: () => m.studio_error_price(),
  order: () => m.studio_error_order(),
};
const files: Record<FileProblem, () => string> = {
  wrong_type: () => m.studio_file_wrong_type(),
  empty: () => m.studio_file_empty(),
  picture_too_large: () => m.studio_file_picture_large(),
  video_too_large: () => m.studio_file_video_large(),
};

/** The fault of a field, in words; null when there is none. */
export function fieldProblemLabel(problem: string | undefined): string | null {
  return problem === undefined || !(problem in fields) ? null : fields[problem as ItemProblem]();
}

export function fileProblemLabel(problem: FileProblem): string {
  return files[problem]();
}

const states: Record<StudioItem["state"], { tone: PillTone; words(): string }> = {
  listed: { tone: "ok", words: () => m.studio_item_listed() },
  scheduled: { tone: "warn", words: () => m.studio_item_scheduled() },
  ended: { tone: "plain", words: () => m.studio_item_ended() },
  hidden: { tone: "plain", words: () => m.studio_item_hidden() },
};

/** The state of an item for fans now. */
export function stateLabel({ state }: StudioItem): { tone: PillTone; words(): string } {
  return states[state];
}
