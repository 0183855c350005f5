import { type FormEvent, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { TicketReceipt } from "#contract/support.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { fieldErrorMessage } from "./issue-words.ts";
import { emptyMessage, issuesOf, type MessageForm } from "./message-rules.ts";

/** A message to the house while it is written and sent. A refusal keeps everything that was typed. */
export function useMessage(removal: boolean) {
  const [problem, setProblem] = useState<string | null>(null);
  const [receipt, setReceipt] = useState<TicketReceipt | null>(null);
  const intent = useRef<{ id: string; text: string } | null>(null);
  const form = useForm<MessageForm>({
    mode: "onBlur",
    reValidateMode: "onChange",
    defaultValues: emptyMessage,
    resolver: (values) => {
      const issues = Object.entries(issuesOf(values, removal));
      const errors = Object.fromEntries(
        issues.map(([field, issue]) => [field, { type: issue, message: issue }]),
      );
      return issues.length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const send = async (filled: MessageForm) => {
    setProblem(null);
    const answer = await post(filled, removal, clientId(intent, filled));
    if (answer.status === 201) return setReceipt(answer.body);
    if (answer.status === 422 && answer.body.errors) return showErrors(answer.body.errors);
    if (answer.status === 0) return setProblem(m.support_no_answer());
    setProblem(answer.status === 429 ? answer.body.message : m.support_failed());
    if (answer.status !== 429)
      toast({ kind: "error", text: m.support_failed_status({ status: answer.status }), durationMs: 5_000 });
  };
  const showErrors = (errors: Record<string, string[]>) => {
    const wrong = (Object.keys(emptyMessage) as (keyof MessageForm)[]).filter((field) => errors[field]?.[0]);
    for (const [index, field] of wrong.entries())
      form.setError(field, { message: errors[field]?.[0] ?? "" }, { shouldFocus: index === 0 });
    if (wrong.length === 0) setProblem(m.support_failed());
  };
  return {
    form,
    problem,
    receipt,
    error: (field: keyof MessageForm) => fieldErrorMessage(form.formState.errors[field]?.message),
    submit: (event: FormEvent) => form.handleSubmit(send)(event),
    again() {
      intent.current = null;
      form.reset({ ...emptyMessage, name: form.getValues("name"), email: form.getValues("email") });
      setReceipt(null);
    },
  };
}

/** One id as long as the message stays the same, so that sending it again after a lost answer is harmless. */
function clientId(intent: { current: { id: string; text: string } | null }, filled: MessageForm): string {
  const text = JSON.stringify(filled);
  if (intent.current?.text !== text) intent.current = { id: crypto.randomUUID(), text };
  return intent.current.id;
}

function post(
  { name, email, url, reason, message, website }: MessageForm,
  removal: boolean,
  client_id: string,
) {
  const common = { name, email, message, website, client_id };
  if (!removal || reason === "") return browserApi.call("POST /api/support/contact", { body: common });
  return browserApi.call("POST /api/support/content-removal", { body: { ...common, url, reason } });
}

/** Gives the element the focus when it appears, so that a screen reader says what happened. */
export function useFocusOnArrival<E extends HTMLElement>() {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
