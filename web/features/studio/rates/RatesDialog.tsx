import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import type { StudioRates } from "#contract/paid-shows.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { showFieldErrors } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { type RatesForm, type RatesProblem, ratesFormOf, ratesOf, ratesRules } from "./rates-form.ts";
import { ratesQuery } from "./rates-query.ts";

type RatesDialogProps = { rates: StudioRates; onClose(): void };

/** Edits what shows cost and what is allowed in them. */
export function RatesDialog({ rates, onClose }: RatesDialogProps) {
  const client = useQueryClient();
  const change = useCommand({
    call: (body: StudioRates) => browserApi.call("POST /api/studio/rates", { body }),
    onDone({ body }) {
      client.setQueryData(ratesQuery.queryKey, body);
      toast({ kind: "success", text: m.studio_rates_saved() });
      onClose();
    },
    onRefused: (refusal) => void (showFieldErrors(form, refusal.errors) || toastRefusal(refusal)),
  });
  const form = useForm<RatesForm>({
    mode: "onBlur",
    resolver: zodResolver(ratesRules),
    defaultValues: ratesFormOf(rates),
  });
  const bind = (field: "private" | "vip" | "spy" | "minimum") => ({
    ...form.register(field),
    inputMode: "numeric" as const,
    error: problemText(form.formState.errors[field]?.message),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_rates_title()}
      footer={
        <Button
          tone="primary"
          className="ml-auto"
          busy={change.pending}
          onClick={form.handleSubmit(async (values) => void (await change.run(ratesOf(values))))}
        >
          {m.studio_save()}
        </Button>
      }
    >
      <p className="text-text-2">{m.studio_rates_text()}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={m.common_badge_private()} {...bind("private")} />
        <Field label={m.common_badge_vip()} {...bind("vip")} />
        <Field label={m.studio_rates_spy()} {...bind("spy")} />
      </div>
      <Field label={m.studio_rates_minimum()} hint={m.studio_rates_minimum_hint()} {...bind("minimum")} />
      <SwitchField
        form={form}
        name="spiesAllowed"
        label={m.studio_rates_spies()}
        note={m.studio_rates_spies_note()}
      />
      <SwitchField
        form={form}
        name="twoWayAllowed"
        label={m.studio_rates_two_way()}
        note={m.studio_rates_two_way_note()}
      />
    </Dialog>
  );
}

type SwitchFieldProps = {
  form: ReturnType<typeof useForm<RatesForm>>;
  name: "spiesAllowed" | "twoWayAllowed";
  label: string;
  note: string;
};

function SwitchField({ form, name, label, note }: SwitchFieldProps) {
  return (
    <div>
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => <Switch label={label} checked={field.value} onChange={field.onChange} />}
      />
      <p className="pr-14 text-12 text-text-2">{note}</p>
    </div>
  );
}

const problemLabels: Record<RatesProblem, () => string> = {
  rate: () => m.studio_error_rate(),
  minimum: () => m.studio_error_minimum(),
  minimum_too_high: () => m.studio_error_minimum_high(),
};

function problemText(problem: string | undefined): string | null {
  if (problem === undefined) return null;
  // A problem that is none of the rules is a sentence of the server's.
  return problem in problemLabels ? problemLabels[problem as RatesProblem]() : problem;
}
