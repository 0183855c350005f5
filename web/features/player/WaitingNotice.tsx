import { useEffect, useState } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { m } from "#web/paraglide/messages.js";
import { AwayNotice } from "./AwayNotice.tsx";

/** The room says that nobody sends once nothing has come for two seconds. */
const knownAfterSeconds = 2;
const steps = [8, 20] as const;

type WaitingNoticeProps = { name: string; show: ShowState | null; compact: boolean };

/** Says that the model sends no picture, and more of it the longer it lasts, unless they took a break. */
export function WaitingNotice({ name, show, compact }: WaitingNoticeProps) {
  const seconds = useMissingSeconds();
  const onBreak = show?.pause === "model_paused";
  const missing = seconds > 0 ? m.room_waiting_since({ name, seconds }) : m.room_waiting_text({ name });
  return (
    <AwayNotice
      icon="pause"
      title={m.room_waiting_title()}
      text={onBreak ? m.room_waiting_break({ name }) : missing}
      compact={compact}
    >
      {!onBreak && seconds > 0 && (
        <p>{show && seconds >= 20 ? m.room_stall_show_ends() : m.room_waiting_resume()}</p>
      )}
    </AwayNotice>
  );
}

function useMissingSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timers = steps.map((step) => setTimeout(() => setSeconds(step), (step - knownAfterSeconds) * 1000));
    return () => timers.forEach(clearTimeout);
  }, []);
  return seconds;
}
