import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { scheduleHoursMax } from "#contract/field-bounds.ts";
import type { Schedule, ScheduledHours } from "#contract/schedule.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Field, FormAlert, SelectField } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { scheduleQuery } from "./schedule-query.ts";
import { weekdayName, weekdays } from "./weekday-name.ts";

type Line = ScheduledHours & { key: number };
type ScheduleDialogProps = { schedule: Schedule; onClose(): void };

/** Edits the hours of a week. They count by the clock by which they were said, or by that of this browser. */
export function ScheduleDialog({ schedule, onClose }: ScheduleDialogProps) {
  const client = useQueryClient();
  const [lines, setLines] = useState<Line[]>(schedule.hours.map((hours, key) => ({ ...hours, key })));
  const [tried, setTried] = useState(false);
  const [here] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [zone, setZone] = useState(schedule.time_zone ?? here);
  const { pending, refusal, run } = useCommand({
    call: (hours: ScheduledHours[]) =>
      browserApi.call("POST /api/studio/schedule", { body: { time_zone: zone, hours } }),
    onDone({ body }) {
      client.setQueryData(scheduleQuery.queryKey, body);
      toast({ kind: "success", text: m.studio_schedule_saved() });
      onClose();
    },
  });
  const add = () => {
    const last = lines.at(-1);
    const weekday = last ? (last.weekday % 7) + 1 : 1;
    const key = Math.max(0, ...lines.map((line) => line.key + 1));
    setLines([...lines, { key, weekday, from: last?.from ?? "20:00", to: last?.to ?? "23:00" }]);
  };
  const save = () => {
    setTried(true);
    if (lines.some(({ from, to }) => from === "" || to === "")) return;
    void run(lines.map(({ weekday, from, to }) => ({ weekday, from, to })));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={600}
      title={m.studio_schedule()}
      footer={
        <Button tone="primary" className="ml-auto" busy={pending} onClick={save}>
          {m.studio_save()}
        </Button>
      }
    >
      <p className="text-text-2">{m.studio_schedule_text({ zone })}</p>
      {zone !== here && (
        <Button
          tone="outline"
          size="sm"
          className="min-h-11 justify-self-start"
          onClick={() => setZone(here)}
        >
          {m.studio_schedule_here({ zone: here })}
        </Button>
      )}
      <FormAlert text={refusal && refusalText(refusal)} />
      <ol className="grid gap-3">
        {lines.map((line, at) => (
          <HoursFields
            key={line.key}
            line={line}
            number={at + 1}
            tried={tried}
            onChange={(change) =>
              setLines(lines.map((one) => (one.key === line.key ? { ...one, ...change } : one)))
            }
            onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
          />
        ))}
      </ol>
      {lines.length < scheduleHoursMax && (
        <Button tone="solid" className="justify-self-start" onClick={add}>
          <Icon name="plus" size={18} />
          {m.studio_schedule_add()}
        </Button>
      )}
    </Dialog>
  );
}

type HoursFieldsProps = {
  line: Line;
  number: number;
  tried: boolean;
  onChange(change: Partial<ScheduledHours>): void;
  onRemove(): void;
};

function HoursFields({ line, number, tried, onChange, onRemove }: HoursFieldsProps) {
  const title = useId();
  const errorOf = (time: string) => (tried && time === "" ? m.studio_error_required() : null);
  return (
    <li>
      <fieldset
        aria-labelledby={title}
        className="grid min-w-0 grid-cols-2 items-start gap-x-3 border-t border-line pt-3 sm:grid-cols-[minmax(0,1fr)_150px_150px_44px]"
      >
        <legend id={title} className="sr-only">
          {m.studio_schedule_item({ number })}
        </legend>
        <SelectField
          label={m.studio_schedule_day()}
          value={line.weekday}
          onChange={(event) => onChange({ weekday: Number(event.target.value) })}
        >
          {weekdays.map((day) => (
            <option key={day} value={day}>
              {weekdayName(day)}
            </option>
          ))}
        </SelectField>
        <IconButton
          icon="x"
          label={m.studio_schedule_remove({ number })}
          onClick={onRemove}
          className="mt-6 justify-self-end sm:order-last"
        />
        <Field
          label={m.studio_schedule_from()}
          type="time"
          value={line.from}
          error={errorOf(line.from)}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <Field
          label={m.studio_schedule_to()}
          type="time"
          value={line.to}
          error={errorOf(line.to)}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </fieldset>
    </li>
  );
}
