import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { SpendLimits } from "#contract/wallet.ts";
import { isBlank } from "#contract/written-text.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field, FormAlert } from "#web/ui/fields/Field.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { putLimits } from "./limits-query.ts";

const spans = ["day", "week", "month"] as const;
type Span = (typeof spans)[number];
type Typed = Record<Span, string>;
type Chosen = Record<Span, number | null>;

const labels: Record<Span, () => string> = {
  day: () => m.spending_day(),
  week: () => m.spending_week(),
  month: () => m.spending_month(),
};

const limitMax = 999_999_999;

/** Nothing is no limit; undefined for what is no whole number above 0. */
function limitOf(typed: string): number | null | undefined {
  if (isBlank(typed)) return null;
  const value = wholeNumber(typed);
  return value >= 1 && value <= limitMax ? value : undefined;
}

const typedOf = (limits: Chosen): Typed => ({
  day: limits.day?.toString() ?? "",
  week: limits.week?.toString() ?? "",
  month: limits.month?.toString() ?? "",
});

/** The typed limits, with the saved ones in the fields that take them. */
const withSaved = (typed: Typed, saved: Typed, takes: (span: Span) => boolean): Typed => ({
  day: takes("day") ? saved.day : typed.day,
  week: takes("week") ? saved.week : typed.week,
  month: takes("month") ? saved.month : typed.month,
});

/** The three limits, what is used of each, and what is to come. */
export function LimitsForm({ limits }: { limits: SpendLimits }) {
  const client = useQueryClient();
  // The latest choice stands in the fields, also while it waits.
  const saved = typedOf(limits.pending ?? limits);
  const [known, setKnown] = useState(saved);
  const [typed, setTyped] = useState(saved);
  // Limits that were saved elsewhere are shown, but for fields in which something else is being written here.
  if (spans.some((span) => saved[span] !== known[span])) {
    setKnown(saved);
    setTyped((now) => withSaved(now, saved, (span) => now[span] === known[span]));
  }
  const [checked, setChecked] = useState(false);
  const { run, pending, refusal } = useCommand({
    call: (body: Chosen) => browserApi.call("POST /api/fan/limits", { body }),
    onDone({ body }, chosen) {
      const answered = typedOf(body.pending ?? body);
      // Text that was typed while it was on its way stays.
      setTyped((now) => withSaved(now, answered, (span) => limitOf(now[span]) === chosen[span]));
      setChecked(false);
      putLimits(client, body);
      toast({ kind: "success", text: body.pending ? m.spending_saved_later() : m.spending_saved() });
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const [day, week, month] = spans.map((span) => limitOf(typed[span]));
    if (day !== undefined && week !== undefined && month !== undefined) void run({ day, week, month });
  };
  return (
    <form method="dialog" onSubmit={save} noValidate className="grid gap-3">
      <FormAlert text={refusal && refusalText(refusal)} />
      <div className="grid gap-x-4 gap-y-2 md:grid-cols-3">
        {spans.map((span) => (
          <Field
            key={span}
            label={labels[span]()}
            inputMode="numeric"
            autoComplete="off"
            placeholder={m.spending_none()}
            value={typed[span]}
            onChange={({ target }) => setTyped((before) => ({ ...before, [span]: target.value }))}
            error={checked && limitOf(typed[span]) === undefined ? m.spending_wrong() : null}
            hint={usedText(limits, span)}
          />
        ))}
      </div>
      {limits.pending && <Waiting limits={limits} pending={limits.pending} />}
      <p className="max-w-[62ch] text-12 text-text-3">{m.spending_rules()}</p>
      <Button type="submit" busy={pending} className="justify-self-start">
        {m.spending_save()}
      </Button>
    </form>
  );
}

function usedText(limits: SpendLimits, span: Span): string {
  const [count, limit] = [limits.spent[span], limits[span]];
  const spent = tokens(count);
  return limit === null
    ? m.spending_spent({ count, amount: spent })
    : m.spending_spent_of({ count: limit, spent, limit: tokens(limit) });
}

/** The limits that hold until the looser ones begin. */
function Waiting({ limits, pending }: { limits: SpendLimits; pending: NonNullable<SpendLimits["pending"]> }) {
  const { dateTime } = useLocalTime();
  const changed = spans.filter((span) => limits[span] !== pending[span]);
  return (
    <div className="flex gap-3 rounded-12 bg-warn-soft px-4 py-3">
      <Icon name="clock" className="flex-none text-warn" />
      <div>
        <p>{m.spending_waits({ when: dateTime(pending.from) })}</p>
        <ul className="mt-1 text-12 text-text-2">
          {changed.map((span) => (
            <li key={span}>
              {labels[span]()}: {limitText(limits[span])} → {limitText(pending[span])}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const limitText = (limit: number | null) => (limit === null ? m.spending_none() : tokens(limit));
