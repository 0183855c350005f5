import { holdsCardNumber } from "#contract/card-number.ts";
import {
  contactMessageMax,
  contactMessageMin,
  contactNameMax,
  contactUrlMax,
  emailLengthMax,
  emailPattern,
  trimmedLength,
} from "#contract/field-bounds.ts";
import type { RemovalReason } from "#contract/report-reasons.ts";
import { isBlank } from "#contract/written-text.ts";

/** The values of the form; `reason` is empty until one is chosen. */
export type MessageForm = {
  name: string;
  email: string;
  url: string;
  reason: RemovalReason | "";
  message: string;
  /** Nobody sees this field; programs that fill in everything give themselves away. */
  website: string;
};

export const emptyMessage: MessageForm = {
  name: "",
  email: "",
  url: "",
  reason: "",
  message: "",
  website: "",
};

export type MessageIssue =
  | "required"
  | "email_format"
  | "url_format"
  | "choose"
  | "card_number_in_text"
  | `min_${number}`
  | `max_${number}`;
type Found = [keyof MessageForm, MessageIssue | null];
export type MessageIssues = Partial<Record<keyof MessageForm, MessageIssue>>;

/** A report of a suspected minor may be anonymous. */
export const mayBeUnnamed = (form: MessageForm): boolean => form.reason === "minor";

/** The faults of a form, by field; the limits are the server's. A plain message has no address and reason. */
export function issuesOf(form: MessageForm, removal: boolean): MessageIssues {
  const unnamed = removal && mayBeUnnamed(form);
  const place: Found[] = [
    ["reason", form.reason === "" ? "choose" : null],
    ["url", urlIssue(form.url)],
  ];
  const found: Found[] = [
    ...(removal ? place : []),
    ["name", textIssue(form.name, unnamed ? 0 : 1, contactNameMax)],
    ["email", textIssue(form.email, unnamed ? 0 : 1, emailLengthMax) ?? emailIssue(form.email)],
    [
      "message",
      textIssue(form.message, contactMessageMin, contactMessageMax) ??
        (removal ? null : cardIssue(form.message)),
    ],
  ];
  return Object.fromEntries(found.filter(([, issue]) => issue !== null));
}

function textIssue(text: string, min: number, max: number): MessageIssue | null {
  const length = trimmedLength(text);
  if (length === 0 && min > 0) return "required";
  if (length < min) return `min_${min}`;
  return length > max ? `max_${max}` : null;
}

/** People who write about a payment must not leave their card's number with us. */
function cardIssue(text: string): MessageIssue | null {
  return holdsCardNumber(text) ? "card_number_in_text" : null;
}

function emailIssue(text: string): MessageIssue | null {
  return isBlank(text) || emailPattern.test(text.trim()) ? null : "email_format";
}

function urlIssue(text: string): MessageIssue | null {
  const issue = textIssue(text, 1, contactUrlMax);
  return issue ?? (/^(https?:\/\/|\/)\S+$/i.test(text.trim()) ? null : "url_format");
}
