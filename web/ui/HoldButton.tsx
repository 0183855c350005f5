import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { browserClock } from "#web/lib/clock.ts";
import { useStore } from "#web/lib/use-store.ts";
import { type ButtonTone, buttonLook } from "./button-look.ts";
import { cx } from "./cx.ts";
import { createHoldSession, HOLD_MS, type HoldState } from "./hold-session.ts";

export type HoldButtonProps = {
  children: ReactNode;
  onDone(): void;
  tone?: ButtonTone;
  disabled?: boolean;
  /** Told when the hold was too short, or needs a confirmation, so that the words beside the button can say so. */
  onPhase?(phase: HoldState["phase"]): void;
  describedBy?: string;
  className?: string;
};

/**
 * A button that acts after being held, by pointer, Enter or Space, while a bar fills. Assistive technology that only
 * clicks activates it twice instead.
 */
export function HoldButton(props: HoldButtonProps) {
  const { children, onDone, tone = "primary", disabled = false, onPhase, describedBy, className } = props;
  const done = useEffectEvent(onDone);
  const tell = useEffectEvent((phase: HoldState["phase"]) => onPhase?.(phase));
  const [hold, setHold] = useState(() => createHoldSession(browserClock, () => {}));
  useEffect(() => {
    const session = createHoldSession(browserClock, () => done());
    setHold(session);
    const stop = session.subscribe(() => tell(session.get().phase));
    return () => {
      stop();
      session.dispose();
    };
  }, []);
  const { phase } = useStore(hold);
  const press = () => !disabled && hold.press();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
  const onClick = (event: MouseEvent) => {
    // A real pointer's click has a count; one made by assistive technology has none.
    if (event.detail === 0 && !disabled) hold.activate();
  };
  return (
    <button
      type="button"
      aria-disabled={disabled || undefined}
      aria-describedby={describedBy}
      onPointerDown={(event) => event.button === 0 && press()}
      onPointerUp={hold.release}
      onPointerLeave={hold.release}
      onPointerCancel={hold.release}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => {
        // Some browsers make a click of the released space bar.
        event.preventDefault();
        hold.release();
      }}
      onBlur={hold.release}
      onClick={onClick}
      onContextMenu={(event) => event.preventDefault()}
      className={cx(buttonLook(tone, "lg", true), "relative touch-none overflow-hidden", className)}
    >
      <span
        aria-hidden="true"
        className="absolute inset-0 origin-left bg-current opacity-25"
        style={
          phase === "holding" ? { transition: `scale ${HOLD_MS}ms linear`, scale: "1 1" } : { scale: "0 1" }
        }
      />
      <span className="relative inline-flex items-center gap-2">{children}</span>
    </button>
  );
}
