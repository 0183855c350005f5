import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import type { Studio } from "#contract/studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusedField } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Checkbox } from "#web/ui/fields/Checkbox.tsx";
import { Field, SelectField } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { useStudioCommand } from "../use-studio-command.ts";
import {
  type RoomForm,
  type RoomProblem,
  roomChangeOf,
  roomFormOf,
  roomRules,
  slowSteps,
} from "./room-form.ts";

type RoomDialogProps = { studio: Studio; onClose(): void };

/** Edits topic and goal in both languages, and the pace of the chat. */
export function RoomDialog({ studio, onClose }: RoomDialogProps) {
  const change = useStudioCommand(
    (values: RoomForm) => browserApi.call("POST /api/studio/room", { body: roomChangeOf(values, studio) }),
    m.studio_saved,
    ["topic", "goal"],
  );
  const form = useForm<RoomForm>({
    mode: "onBlur",
    resolver: zodResolver(roomRules),
    defaultValues: roomFormOf(studio),
  });
  const goalOn = useWatch({ control: form.control, name: "goalOn" });
  const save = form.handleSubmit(async (values) => {
    if (await change.run(values)) onClose();
  });
  const bind = (field: keyof RoomForm) => ({
    ...form.register(field),
    error:
      problemText(form.formState.errors[field]?.message) ?? refusedField(change.refusal, wireField[field]),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_edit_title()}
      footer={
        <Button tone="primary" className="ml-auto" busy={change.pending} onClick={save}>
          {m.studio_save()}
        </Button>
      }
    >
      <Field label={m.studio_topic_en()} {...bind("topicEn")} />
      <Field label={m.studio_topic_es()} {...bind("topicEs")} />
      <Checkbox label={m.studio_goal_on()} {...form.register("goalOn")} />
      {goalOn && (
        <>
          <Field label={m.studio_goal_en()} {...bind("goalEn")} />
          <Field label={m.studio_goal_es()} {...bind("goalEs")} />
          <Field
            label={m.studio_goal_target()}
            inputMode="numeric"
            hint={studio.goal ? m.studio_goal_restart() : undefined}
            {...bind("target")}
          />
        </>
      )}
      <SelectField label={m.studio_slow_mode()} hint={m.studio_slow_mode_hint()} {...form.register("slow")}>
        {slowSteps.map((seconds) => (
          <option key={seconds} value={seconds}>
            {slowText(seconds)}
          </option>
        ))}
      </SelectField>
    </Dialog>
  );
}

/** The fields that the API names when it refuses a room: a sentence about a topic or a goal counts for both languages. */
const wireField: Record<keyof RoomForm, string> = {
  ...{ topicEn: "topic", topicEs: "topic", slow: "slow_seconds" },
  ...{ goalOn: "goal", goalEn: "goal", goalEs: "goal", target: "goal" },
};

/** A step of slow mode in words. */
export function slowText(seconds: number): string {
  return seconds === 0 ? m.studio_slow_mode_off() : m.studio_slow_mode_seconds({ count: seconds });
}

const problemLabels: Record<RoomProblem, () => string> = {
  required: () => m.studio_error_required(),
  max_120: () => m.studio_error_max_120(),
  target: () => m.studio_error_target(),
};

function problemText(problem: string | undefined): string | null {
  return problem === undefined || !(problem in problemLabels)
    ? null
    : problemLabels[problem as RoomProblem]();
}
