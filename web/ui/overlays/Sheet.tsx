import * as Radix from "@radix-ui/react-dialog";
import { type ReactNode, useEffect, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "../buttons/IconButton.tsx";
import { cx } from "../cx.ts";
import { useReturnFocus } from "../use-focus.ts";
import { isOverLayers } from "./over-layers.ts";

export type SheetProps = {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  description?: string;
  /** `bottom` rises from the lower edge; `right` slides in as a drawer. */
  side?: "bottom" | "right";
  /** Name of the toggle that opens it: the cross is that toggle as long as the sheet covers it. "Close" when absent. */
  toggle?: string;
  /** Element inside which the sheet lives (a video stage); the whole page by default. */
  container?: HTMLElement | null;
  /** Leaves the rest of the page usable, without dimming it. */
  modeless?: boolean;
  /** The sheet needs an answer: neither Escape nor a press beside it takes it away, and there is no cross. */
  locked?: boolean;
  /**
   * The sheet opens automatically: for its first half second it takes no press, which was meant for what was there
   * before, and its buttons do not have the focus, since somebody may be typing.
   */
  uninvited?: boolean;
  children: ReactNode;
};

const sides = {
  bottom:
    "inset-x-2 bottom-2 mx-auto max-h-[calc(100%-16px)] max-w-[524px] rounded-20 motion-safe:animate-[rise_200ms_var(--ease)]",
  right: "at-side",
};

/** A panel that rises over a stage or slides in at the side: one title, one primary action. */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, description, side = "bottom", container } = props;
  const { modeless = false, locked = false, uninvited = false, toggle, children } = props;
  const isEarly = useFirstMoment(open && uninvited);
  const guard = (event: Event) => (locked || isEarly || isOverLayers(event)) && event.preventDefault();
  const place = container ? "absolute" : "fixed";
  const returnFocus = useReturnFocus({ uninvited, modeless });
  return (
    <Radix.Root open={open} modal={!modeless} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal container={container ?? undefined}>
        {!modeless && (
          <Radix.Overlay
            data-layer=""
            className={cx(
              place,
              "inset-0 z-50 rounded-[inherit] bg-[rgb(var(--scrim)/.58)] motion-safe:animate-[fade_200ms]",
            )}
          />
        )}
        <Radix.Content
          {...returnFocus}
          onEscapeKeyDown={guard}
          onInteractOutside={guard}
          style={isEarly ? { pointerEvents: "none" } : undefined}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={cx(place, "sheet z-50", sides[side])}
        >
          <div className="flex items-center gap-3">
            <Radix.Title className="min-w-0 flex-1">{title}</Radix.Title>
            {!locked && (
              <Radix.Close asChild>
                <IconButton
                  icon="x"
                  label={toggle ?? m.common_close()}
                  aria-expanded={toggle === undefined ? undefined : true}
                  className="-my-2 -mr-2"
                />
              </Radix.Close>
            )}
          </div>
          {description !== undefined && (
            <Radix.Description className="sr-only">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const firstMomentMs = 500;

/** Whether what is shown has been shown for less than half a second. */
function useFirstMoment(isShown: boolean): boolean {
  const [isOver, end] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => end(true), firstMomentMs);
    return () => {
      clearTimeout(timer);
      end(false);
    };
  }, [isShown]);
  return isShown && !isOver;
}
