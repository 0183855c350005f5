import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "../buttons/Button.tsx";
import { IconButton } from "../buttons/IconButton.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../pictures/Icon.tsx";
import { useReturnFocus } from "../use-focus.ts";
import { isOverLayers } from "./over-layers.ts";

export type DialogProps = {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  /** Stands before the title, for example a way back. */
  start?: ReactNode;
  /** Said by screen readers after the title; visible only through what you draw yourself. */
  description?: string;
  /** Largest width in pixels; 440 by default. Full screen under 768 px. */
  maxWidth?: number;
  /** A sticky footer with the total and the one action. */
  footer?: ReactNode;
  /**
   * Stands at the side of a wide screen, else at the bottom: what is seen beside it is not dimmed, nor does it take the
   * presses of what comes over the stage later.
   */
  beside?: boolean;
  /** On phones a sheet at the lower edge, as high as what it says, in place of a full screen. */
  low?: boolean;
  /** Refuse Escape and clicks outside while something must not be interrupted. */
  locked?: boolean;
  children: ReactNode;
};

/** The cover of the page around a panel, and the panel. */
const centred = {
  cover:
    "grid grid-cols-[minmax(0,1fr)] place-items-center overflow-auto bg-[rgb(var(--scrim)/.78)] p-6 motion-safe:animate-[fade_200ms_var(--ease)] max-md:place-items-stretch max-md:p-0",
  panel:
    "max-w-(--dialog-width) max-md:justify-self-center md:rounded-20 motion-safe:animate-[rise_200ms_var(--ease)]",
  footer: "md:-bottom-6 md:rounded-b-20",
};
const lowOnPhones = {
  ...centred,
  cover: `${centred.cover} max-md:content-end`,
  panel: `${centred.panel} max-md:rounded-t-20 max-md:pb-[env(safe-area-inset-bottom)]`,
};
const atSide = {
  cover: "flex justify-end overflow-hidden phone:items-end phone:justify-center",
  panel:
    "h-full max-w-[420px] overflow-y-auto overscroll-contain motion-safe:animate-[slide-in_200ms_var(--ease)] phone:h-[max(60dvh,min(320px,100%))] phone:max-w-[640px] phone:rounded-t-20 phone:motion-safe:animate-[rise_200ms_var(--ease)]",
  footer: "",
};

/** A panel over the page, which is dimmed unless it stands beside: focus is kept inside and given back when it closes. */
export function Dialog({
  open,
  onClose,
  title,
  start,
  description,
  maxWidth = 440,
  footer,
  beside = false,
  low = false,
  locked = false,
  children,
}: DialogProps) {
  const place = beside ? atSide : low ? lowOnPhones : centred;
  const guard = (event: Event) => (locked || isOverLayers(event)) && event.preventDefault();
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !locked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          data-layer=""
          style={beside ? { pointerEvents: "none" } : undefined}
          className={cx("fixed inset-0 top-(--offline-bar) z-50", place.cover)}
        >
          <Radix.Content
            {...returnFocus}
            {...(description === undefined ? { "aria-describedby": undefined } : {})}
            onEscapeKeyDown={guard}
            onPointerDownOutside={guard}
            onInteractOutside={guard}
            data-beside={beside || undefined}
            style={{ "--dialog-width": `${maxWidth}px` } as React.CSSProperties}
            className={cx(
              "relative flex w-full flex-col bg-raised shadow-[var(--shadow-3),inset_0_0_0_1px_#ffffff0d] outline-none",
              place.panel,
            )}
          >
            {/* No landmarks: those are the page's. */}
            <div className="flex items-center gap-3 pt-3 pr-2 pl-4 md:pt-5 md:pr-4 md:pl-6">
              {start}
              <Radix.Title className="min-w-0 flex-1">{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton icon="x" label={m.common_close()} disabled={locked} />
              </Radix.Close>
            </div>
            {description !== undefined && (
              <Radix.Description className="sr-only">{description}</Radix.Description>
            )}
            {/* Nothing in it may lie over the footer, which stays while it scrolls. */}
            <div className="isolate grid gap-4 px-4 pt-3 pb-5 md:px-6 md:py-4">{children}</div>
            {footer && (
              <div
                className={cx(
                  "sticky bottom-0 mt-auto flex items-center gap-4 border-t border-line bg-raised px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] md:px-6 md:py-4",
                  place.footer,
                )}
              >
                {footer}
              </div>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

type MessageDialogProps = {
  title: string;
  /** Drawn with a tick: something has worked out. */
  good?: boolean;
  onClose(): void;
  children: ReactNode;
};

/** A modal that says one thing and is closed by OK. */
export function MessageDialog({ title, good = false, onClose, children }: MessageDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} maxWidth={400}>
      <div className="flex items-center gap-4">
        {good && (
          <span className="grid size-12 shrink-0 place-items-center rounded-full bg-ok-soft text-ok">
            <Icon name="check" size={26} />
          </span>
        )}
        <div className="text-text-2">{children}</div>
      </div>
      <Button tone="primary" wide onClick={onClose}>
        {m.common_ok()}
      </Button>
    </Dialog>
  );
}
