import { useId, useState } from "react";
import { kindLabel, kindsToChoose } from "#web/entities/wallet/entry-kinds.ts";
import { chosen, type StatementFilter } from "#web/entities/wallet/statement-filter.ts";
import { downloadFile } from "#web/lib/api/download.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field, SelectField } from "#web/ui/fields/Field.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { isSane } from "./statement-query.ts";

type FilterBarProps = { filter: StatementFilter; onChange(filter: StatementFilter): void };

/**
 * The filter of the shown movements, and the same ones as a file. On a phone the fields are behind a button that counts
 * what is on, so that the movements are on its first screen.
 */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const sane = isSane(filter);
  const fields = useId();
  const [open, setOpen] = useState(false);
  const on = Object.keys(chosen(filter)).length;
  const change = (part: Partial<StatementFilter>) => onChange({ ...filter, ...part });
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1">
      <Button
        tone="outline"
        aria-expanded={open || !sane}
        aria-controls={fields}
        onClick={() => setOpen(!open)}
        className="sm:hidden"
      >
        <Icon name="filter" size={18} />
        {on > 0 ? `${m.filter_open()} · ${on}` : m.filter_open()}
      </Button>
      <div
        id={fields}
        className={cx(
          "grid basis-full grid-cols-2 gap-x-3 gap-y-1 max-sm:order-last max-sm:pt-3 sm:grid-cols-[minmax(0,1fr)_168px_168px]",
          !(open || !sane) && "max-sm:hidden",
        )}
      >
        <SelectField
          label={m.statement_type()}
          value={filter.type}
          autoComplete="off"
          onChange={(event) => change({ type: event.target.value })}
          className="max-sm:col-span-2"
        >
          <option value="">{m.statement_type_all()}</option>
          {kindsToChoose.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabel(kind)}
            </option>
          ))}
        </SelectField>
        <Field
          label={m.statement_from()}
          type="date"
          autoComplete="off"
          value={filter.from}
          max={filter.to || undefined}
          onChange={(event) => change({ from: event.target.value })}
          error={sane ? null : m.statement_range_wrong()}
        />
        <Field
          label={m.statement_to()}
          type="date"
          autoComplete="off"
          value={filter.to}
          min={filter.from || undefined}
          onChange={(event) => change({ to: event.target.value })}
        />
      </div>
      <CsvButton filter={filter} disabled={!sane} />
    </div>
  );
}

function CsvButton({ filter, disabled }: { filter: StatementFilter; disabled: boolean }) {
  const { pending, run } = useCommand({
    call: (path: string) => downloadFile(path, "fanlight-statement.csv"),
    onRefused: toastRefusal,
  });
  const download = () => run(`/api/wallet/statement.csv?${new URLSearchParams(chosen(filter))}`);
  return (
    <Button tone="outline" busy={pending} disabled={disabled} onClick={() => void download()}>
      <Icon name="receipt" size={18} />
      {m.statement_csv()}
    </Button>
  );
}
