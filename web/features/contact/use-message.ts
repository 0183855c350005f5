import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useServedErrors } from "#web/lib/forms/field-errors.ts";
import { useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { ownPath } from "#web/lib/navigation/saved-route.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import type { AnsweredMessage } from "./message-action.ts";
import { emptyMessage, issuesOf, type MessageForm } from "./message-rules.ts";
import { problemText, sendMessage } from "./send-message.ts";

/**
 * A message to support while it is written and sent. A refusal keeps everything that was typed. `answered`: what the
 * server has answered to the form when it was sent without JavaScript.
 */
export function useMessage(removal: boolean, answered: AnsweredMessage | undefined) {
  const [search] = useSearchParams();
  // A visitor without an account who reports a page comes from that page.
  const url = (removal && ownPath(search.get("page"))) || "";
  const refused = answered && "errors" in answered ? answered : undefined;
  const sent = answered && "receipt" in answered ? answered : undefined;
  const typed: MessageForm = { ...emptyMessage, url, ...answered?.values };
  const form = useForm<MessageForm>({
    mode: "onBlur",
    reValidateMode: "onChange",
    defaultValues: typed,
    ...useServedErrors(refused),
    resolver: (values) => {
      const issues = Object.entries(issuesOf(values, removal));
      const errors = Object.fromEntries(
        issues.map(([field, issue]) => [field, { type: issue, message: issue }]),
      );
      return issues.length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const { done, reset, ...command } = useFormCommand({
    form,
    call: (filled, client_id) => sendMessage(browserApi, filled, removal, client_id),
    problemText,
    servedProblem: refused?.problem,
    onRefused({ status, errors }) {
      if (status === 0 || status === 429 || errors) return;
      toast({ kind: "error", text: m.support_failed_status({ status }) });
    },
  });
  return {
    ...command,
    form,
    typed,
    receipt: done?.body ?? sent?.receipt ?? null,
    error: (field: keyof MessageForm) => fieldErrorMessage(form.formState.errors[field]?.message),
    again() {
      form.reset({ ...emptyMessage, name: form.getValues("name"), email: form.getValues("email") });
      reset();
    },
  };
}

const errorTexts: Readonly<Record<string, () => string>> = {
  required: () => m.auth_required(),
  email_format: () => m.auth_email_format(),
  url_format: () => m.support_url_format(),
  choose: () => m.support_choose(),
  card_number_in_text: () => m.pay_error_card_number_in_text(),
};

/** The sentence for a code of the form's rules; a sentence of the server's is passed through. */
function fieldErrorMessage(code: string | undefined): string | null {
  if (code === undefined || code === "") return null;
  const [, kind, count = ""] = /^(min|max)_(\d+)$/.exec(code) ?? [];
  if (kind) return kind === "min" ? m.auth_min({ count }) : m.auth_max({ count });
  return errorTexts[code]?.() ?? code;
}

/** Gives the element the focus when it appears, so that a screen reader says what happened. */
export function useFocusOnArrival<E extends HTMLElement>() {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
