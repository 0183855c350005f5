import { kindLabel, kindsToChoose } from "#web/entities/wallet/entry-kinds.ts";
import { chosen, type StatementFilter } from "#web/entities/wallet/statement-filter.ts";
import { downloadFile } from "#web/lib/api/download.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field, SelectField } from "#web/ui/fields/Field.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { isSane } from "./statement-query.ts";

type FilterBarProps = { filter: StatementFilter; onChange(filter: StatementFilter): void };

/** The filter of the shown movements, and the same ones as a file. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const sane = isSane(filter);
  const change = (part: Partial<StatementFilter>) => onChange({ ...filter, ...part });
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_168px_168px]">
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
    <Button
      tone="outline"
      busy={pending}
      disabled={disabled}
      onClick={() => void download()}
      className="col-span-full justify-self-start max-sm:w-full"
    >
      <Icon name="receipt" size={18} />
      {m.statement_csv()}
    </Button>
  );
}
