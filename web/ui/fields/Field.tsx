import { type ChangeEvent, type ComponentProps, type ReactNode, type Ref, useId } from "react";
import { cx } from "../cx.ts";
import { Icon, type IconName } from "../pictures/Icon.tsx";
import { type ValueElement, usePrehydrationValue } from "./use-prehydration-value.ts";

type FieldFrame = {
  label: ReactNode;
  /** Said after the label in a lighter tone, for example "optional". */
  labelNote?: string;
  error?: string | null;
  hint?: ReactNode;
  icon?: IconName;
  /** Stands at the end of the box: a button, a card brand, a spinner. */
  end?: ReactNode;
  className?: string;
};

export type FieldProps = FieldFrame &
  Omit<ComponentProps<"input">, "className"> & { ref?: Ref<HTMLInputElement> };
export type SelectFieldProps = FieldFrame & Omit<ComponentProps<"select">, "className">;
export type TextAreaFieldProps = FieldFrame & Omit<ComponentProps<"textarea">, "className">;

const control = "min-w-0 flex-1 appearance-none bg-transparent text-16 text-text outline-none";

/** A labelled input of 48 px: hint or error under it, the error with a drawing and words, tied to the input. */
export function Field({ label, labelNote, error, hint, icon, end, className, ...input }: FieldProps) {
  const frame = useFrame({ label, labelNote, error, hint, icon, end, className });
  usePrehydrationChange(frame.ties.id, input);
  return frame.wrap(<input {...input} {...frame.ties} className={cx(control, "h-[46px]")} />);
}

/** A labelled native select. */
export function SelectField({
  label,
  labelNote,
  error,
  hint,
  icon,
  end,
  className,
  ...select
}: SelectFieldProps) {
  const chevron = end ?? <Icon name="down" size={18} className="pointer-events-none text-text-3" />;
  const frame = useFrame({ label, labelNote, error, hint, icon, end: chevron, className });
  usePrehydrationChange(frame.ties.id, select);
  return frame.wrap(
    <select {...select} {...frame.ties} className={cx(control, "h-[46px] truncate [&>option]:bg-raised")} />,
  );
}

/** A labelled text area. */
export function TextAreaField({
  label,
  labelNote,
  error,
  hint,
  icon,
  end,
  className,
  ...area
}: TextAreaFieldProps) {
  const frame = useFrame({ label, labelNote, error, hint, icon, end, className });
  usePrehydrationChange(frame.ties.id, area);
  return frame.wrap(<textarea {...area} {...frame.ties} className={cx(control, "resize-none py-3")} />);
}

/** A labelled box of the same style for a frame of somebody else's page, which is put into the element of that id. */
export function FrameField({ placeId, ...box }: FieldFrame & { placeId: string }) {
  const frame = useFrame(box);
  return frame.wrap(
    <div id={frame.ties.id} className="min-w-0 flex-1">
      {/* A frame whose scheme is not that of its page would be opaque white in the dark theme. */}
      <div id={placeId} className="h-[46px] [color-scheme:light]" />
    </div>,
  );
}

type Controlled<Of> = { value?: unknown; onChange?: ((event: ChangeEvent<Of>) => void) | undefined };

/**
 * Text that was typed before hydration is a change as any other. A field that is not controlled keeps it by itself.
 */
function usePrehydrationChange<Of extends ValueElement>(
  id: string,
  { value, onChange }: Controlled<Of>,
): void {
  const find = () => (value === undefined ? null : (document.getElementById(id) as Of | null));
  usePrehydrationValue(find, String(value), (target) =>
    onChange?.({ target, currentTarget: target } as ChangeEvent<Of>),
  );
}

function useFrame({ label, labelNote, error, hint, icon, end, className }: FieldFrame) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const ties = { id, "aria-invalid": error ? (true as const) : undefined, "aria-describedby": describedBy };
  const wrap = (input: ReactNode) => (
    <div className={cx("grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5", className)}>
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {label}
        {labelNote && <span className="font-normal text-text-3"> {labelNote}</span>}
      </label>
      <div
        className={cx(
          "flex min-h-12 items-center gap-2 rounded-12 bg-surface px-3.5 has-disabled:opacity-60 max-sm:has-[[type=date]]:px-2",
          "focus-within:shadow-[inset_0_0_0_2px_var(--accent)]",
          error ? "shadow-[inset_0_0_0_2px_var(--error)]" : "shadow-[inset_0_0_0_1px_var(--control)]",
        )}
      >
        {icon && <Icon name={icon} className="text-text-3" />}
        {input}
        {end}
      </div>
      {/*
        The line is kept free: a message that moved the page between press and release would swallow the click. In a form
        of many fields it lies in the gap between them, which `data-fields-close` promises to be 16 px at least.
      */}
      <div className="min-h-[18px] text-12 in-data-fields-close:h-0 in-data-fields-close:min-h-0 in-data-fields-close:leading-4 in-data-fields-close:slim:text-11">
        {error ? (
          <p id={`${id}-error`} role="alert" className="flex items-center gap-[5px] text-error">
            <Icon name="alert" size={15} className="in-data-fields-close:slim:hidden" />
            {error}
          </p>
        ) : (
          hint && (
            <p id={`${id}-hint`} className="text-text-3">
              {hint}
            </p>
          )
        )}
      </div>
    </div>
  );
  return { ties, wrap };
}

/** The refusal apart from single fields; the place is announced as soon as it says something. */
export function FormAlert({ text }: { text: string | null }) {
  return (
    <div aria-live="assertive" className="empty:hidden">
      {text !== null && (
        <p className="flex items-center gap-3 rounded-12 bg-error-soft px-4 py-3">
          <Icon name="alert" className="text-error" />
          {text}
        </p>
      )}
    </div>
  );
}
