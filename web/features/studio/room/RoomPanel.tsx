import { useState } from "react";
import type { Studio } from "#contract/studio.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Panel } from "../Panel.tsx";
import { RoomDialog, slowText } from "./RoomDialog.tsx";

/** The topic and the goal of the room, and the pace of its chat, to be edited together. */
export function RoomPanel({ studio }: { studio: Studio }) {
  const [editing, setEditing] = useState(false);
  return (
    <Panel
      title={m.studio_room()}
      end={
        <Button size="sm" tone="quiet" className="min-h-11" onClick={() => setEditing(true)}>
          {m.studio_edit()}
        </Button>
      }
    >
      <dl>
        <Row name={m.studio_topic()} value={inLanguage(studio.topic) || m.studio_topic_none()} />
        <Row name={m.studio_goal()} value={goalText(studio)} />
        <Row name={m.studio_slow_mode()} value={slowText(studio.slow_seconds)} />
      </dl>
      {editing && <RoomDialog studio={studio} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-h-[52px] items-center justify-between gap-3 border-t border-line px-4 py-2.5">
      <dt>{name}</dt>
      <dd className="min-w-0 truncate text-text-2">{value}</dd>
    </div>
  );
}

function goalText({ goal }: Studio): string {
  if (goal === null) return m.studio_goal_none();
  const progress = m.studio_goal_progress({ reached: tokens(goal.reached), target: tokens(goal.target) });
  return `${inLanguage(goal.title)} · ${progress}`;
}
