import type { ReportOutcome, ReportReason, ReportTarget } from "#contract/report-reasons.ts";
import { m } from "#web/paraglide/messages.js";

/** Something that can be reported; `text` names it where there are several to choose from. */
export type Reportable = { about: ReportTarget; id: number; text: string };

/** Why something is reported or is to be removed, in the words of the page. */
export const reasonNames: Record<ReportReason, () => string> = {
  minor: () => m.support_reason_minor(),
  nonconsensual: () => m.support_reason_nonconsensual(),
  danger: () => m.support_reason_danger(),
  harassment: () => m.report_reason_harassment(),
  scam: () => m.report_reason_scam(),
  privacy: () => m.support_reason_privacy(),
  copyright: () => m.support_reason_copyright(),
  other: () => m.support_reason_other(),
};

/** The names of the things that can be reported. */
export const targetNames: Record<ReportTarget, () => string> = {
  room: () => m.report_about_room(),
  line: () => m.report_about_line(),
  profile: () => m.report_about_profile(),
  picture: () => m.report_about_picture(),
  video: () => m.report_about_video(),
  post: () => m.report_about_post(),
  comment: () => m.report_about_comment(),
  chat: () => m.report_about_chat(),
  message: () => m.report_about_message(),
};

/** The names of a report's outcomes. */
export const outcomeNames: Record<ReportOutcome, () => string> = {
  dismissed: () => m.outcome_dismissed(),
  warned: () => m.outcome_warned(),
  removed: () => m.outcome_removed(),
  suspended: () => m.outcome_suspended(),
};
