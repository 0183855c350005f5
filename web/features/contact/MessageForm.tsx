import { useWatch } from "react-hook-form";
import { removalReasons } from "#contract/report-reasons.ts";
import { siteName } from "#contract/site-name.ts";
import type { TicketReceipt } from "#contract/support.ts";
import { reasonNames } from "#web/entities/report/report-labels.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Field, SelectField, TextAreaField } from "#web/ui/fields/Field.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { AnsweredMessage } from "./message-action.ts";
import { useFocusOnArrival, useMessage } from "./use-message.ts";

type MessageFormProps = {
  removal: boolean;
  /** The server's answer to this form when it was sent without JavaScript. */
  answered: AnsweredMessage | undefined;
};

/** Writes to support; `removal` asks for the address and the reason too. */
export function MessageForm({ removal, answered }: MessageFormProps) {
  const message = useMessage(removal, answered);
  const { form, error, typed } = message;
  const { register, control } = form;
  const unnamed = useWatch({ control, name: "reason" }) === "minor";
  const email = useWatch({ control, name: "email" });
  if (message.receipt)
    return <Receipt receipt={message.receipt} removal={removal} email={email} onAgain={message.again} />;
  const note = unnamed ? { labelNote: m.support_optional() } : {};
  return (
    <form
      onSubmit={message.submit}
      noValidate
      method="post"
      action={pathOf(removal)}
      className="grid gap-2"
      aria-label={m.support_form({ site: siteName() })}
    >
      {removal && (
        <>
          <SelectField
            label={m.support_reason()}
            error={error("reason")}
            defaultValue={typed.reason}
            {...register("reason")}
          >
            <option value="">{m.support_reason_choose()}</option>
            {removalReasons.map((reason) => (
              <option key={reason} value={reason}>
                {reasonNames[reason]()}
              </option>
            ))}
          </SelectField>
          <Field
            label={m.support_url()}
            hint={m.support_url_hint()}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            error={error("url")}
            defaultValue={typed.url}
            {...register("url")}
          />
        </>
      )}
      <Field
        label={m.support_name()}
        autoComplete="name"
        error={error("name")}
        defaultValue={typed.name}
        {...note}
        {...register("name")}
      />
      <Field
        label={m.auth_email()}
        type="email"
        autoComplete="email"
        error={error("email")}
        defaultValue={typed.email}
        {...note}
        {...register("email")}
      />
      <TextAreaField
        label={removal ? m.support_what_is_shown() : m.support_message()}
        rows={6}
        error={error("message")}
        defaultValue={typed.message}
        {...register("message")}
      />
      <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...register("website")} />
        </label>
      </div>
      <div aria-live="assertive" className="empty:hidden">
        {message.problem !== null && (
          <p className="mb-2 flex items-center gap-3 rounded-12 bg-error-soft px-4 py-3">
            <Icon name="alert" className="text-error" />
            {message.problem}
          </p>
        )}
      </div>
      <Button type="submit" tone="primary" size="lg" wide busy={message.busy}>
        {m.support_send()}
      </Button>
    </form>
  );
}

const pathOf = (removal: boolean) => (removal ? "/content-removal" : "/contact");

type ReceiptProps = { receipt: TicketReceipt; removal: boolean; email: string; onAgain(): void };

/** The message has arrived: its number, and what happens by when. */
function Receipt({ receipt, removal, email, onAgain }: ReceiptProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const due = useLocalTime().dateTime(receipt.due_at);
  return (
    <div className="grid justify-items-start gap-3 py-2">
      <span className="grid size-12 place-items-center rounded-full bg-ok-soft text-ok">
        <Icon name="check" size={24} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        {removal ? m.support_removal_arrived() : m.support_arrived()}
      </h2>
      <p className="text-text-2">
        {m.support_number()}{" "}
        <strong data-testid="ticket-number" className="font-[650] whitespace-nowrap text-text tabular-nums">
          {receipt.number}
        </strong>
      </p>
      <p className="text-text-2">
        {removal ? m.support_removal_next({ date: due }) : m.support_next({ date: due })}
      </p>
      <p className="text-text-2">
        {receipt.mailed ? m.support_mailed({ email: email.trim() }) : m.support_not_mailed()}
      </p>
      {/* A link: it works without JavaScript too, and the page forgets what its plain form was answered. */}
      <ButtonLink to={pathOf(removal)} preventScrollReset tone="solid" className="mt-2" onClick={onAgain}>
        {m.support_again()}
      </ButtonLink>
    </div>
  );
}
