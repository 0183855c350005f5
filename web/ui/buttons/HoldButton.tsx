import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import type { Clock } from "#web/lib/clock.ts";
import { browserClock } from "#web/lib/clock.ts";
import { createStore, type Store, useStore } from "#web/lib/store.ts";
import { cx } from "../cx.ts";
import { type ButtonTone, buttonClass } from "./Button.tsx";

export type HoldButtonProps = {
  children: ReactNode;
  onDone(): void;
  tone?: ButtonTone;
  disabled?: boolean;
  /** Called when the hold was too short or needs a confirmation, so that the text beside the button can say so. */
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
  const reportPhase = useEffectEvent((phase: HoldState["phase"]) => onPhase?.(phase));
  const [hold, setHold] = useState(() => createHoldSession(browserClock, () => {}));
  useEffect(() => {
    const session = createHoldSession(browserClock, () => done());
    setHold(session);
    const stop = session.subscribe(() => reportPhase(session.get().phase));
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
    // A key that is still down since before this button came means what was there then.
    if (!event.repeat) press();
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
      className={cx(buttonClass(tone, "lg", true), "relative touch-none overflow-hidden", className)}
    >
      <span
        aria-hidden="true"
        className="absolute inset-0 origin-left bg-current opacity-25"
        style={
          phase === "holding" ? { transition: `scale ${holdMs}ms linear`, scale: "1 1" } : { scale: "0 1" }
        }
      />
      <span className="relative inline-flex items-center gap-2">{children}</span>
    </button>
  );
}

export const holdMs = 600;
/** How long a first activation without a pointer waits for its confirmation. */
const confirmMs = 5_000;

/**
 * - `holding`: pressed, not yet long enough. `short`: let go too early.
 * - `confirm`: activated by an assistive technology that cannot hold; once more sends.
 */
export type HoldState = { phase: "rest" | "holding" | "short" | "confirm" };

export type HoldSession = Store<HoldState> & {
  press(): void;
  release(): void;
  /** A click without pointer or key, as screen readers and voice control make. */
  activate(): void;
  dispose(): void;
};

/** A button that acts after being held for {@link holdMs}, or after two activations by those who cannot hold. */
export function createHoldSession(clock: Clock, onDone: () => void): HoldSession {
  const store = createStore<HoldState>({ phase: "rest" });
  let cancel = () => {};
  const enter = (phase: HoldState["phase"], forMs: number, then: () => void) => {
    cancel();
    store.set({ phase });
    cancel = clock.after(forMs, then);
  };
  const rest = () => store.set({ phase: "rest" });
  const done = () => {
    cancel();
    rest();
    onDone();
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    press() {
      if (store.get().phase !== "holding") enter("holding", holdMs, done);
    },
    release() {
      if (store.get().phase === "holding") enter("short", confirmMs, rest);
    },
    activate() {
      if (store.get().phase === "confirm") done();
      else enter("confirm", confirmMs, rest);
    },
    dispose: () => cancel(),
  };
}
