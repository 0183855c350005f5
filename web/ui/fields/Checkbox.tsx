import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "../pictures/Icon.tsx";

export type CheckboxProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  label: ReactNode;
  error?: string | null;
};

/** A checkbox with its sentence; the error stands under it and is tied to it. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label className="grid min-h-8 cursor-pointer grid-cols-[22px_1fr] items-start gap-3 text-text-2 [&_a]:text-text [&_a]:underline [&_a]:decoration-control [&_a]:underline-offset-[3px]">
        <span className="relative mt-px inline-block size-[22px]">
          <input
            {...input}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            className="peer absolute -inset-2 m-0 size-[38px] cursor-[inherit] opacity-0"
          />
          <span className="pointer-events-none grid size-full place-items-center rounded-[7px] text-transparent shadow-[inset_0_0_0_1.5px_var(--control)] peer-checked:bg-accent-fill peer-checked:text-white peer-checked:shadow-none peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-aria-invalid:shadow-[inset_0_0_0_2px_var(--error)]">
            <Icon name="check" size={15} className="[stroke-width:2.8]" />
          </span>
        </span>
        <span>{label}</span>
      </label>
      {error && (
        <p id={id} role="alert" className="flex items-center gap-[5px] pl-[34px] text-12 text-error">
          <Icon name="alert" size={15} />
          {error}
        </p>
      )}
    </div>
  );
}
