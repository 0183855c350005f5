import type { MaskitoOptions } from "@maskito/core";
import { useMaskito } from "@maskito/react";
import { useCallback } from "react";
import { Field, type FieldProps } from "#web/ui/fields/Field.tsx";
import type { CardField } from "./card-rules.ts";
import type { CardFormApi } from "./use-card-form.ts";

type InputProps = Omit<FieldProps, "form"> & { form: CardFormApi; field: Exclude<CardField, "terms"> };

/** A plain input of the card form: validated when it is left. */
export function Input({ form, field, ...rest }: InputProps) {
  return <Field required {...rest} {...form.bind(field)} error={form.errorOf(field)} />;
}

type MaskedProps = InputProps & {
  mask: MaskitoOptions;
  /** The text of the field once it is left; the typed one, unless given. */
  settle?: (typed: string) => string;
};

/** An input whose typing is shaped; the form listens to `input`, which the mask fires itself. */
export function MaskedInput({ form, field, mask, settle, ...rest }: MaskedProps) {
  const maskRef = useMaskito({ options: mask });
  const { ref, onChange, onBlur, ...bound } = form.bind(field);
  const leave: typeof onBlur = (event) => {
    if (settle) form.set(field, settle(event.target.value));
    return onBlur(event);
  };
  const join = useCallback(
    (input: HTMLInputElement | null) => {
      ref(input);
      maskRef(input);
    },
    [ref, maskRef],
  );
  return (
    <Field
      required
      {...rest}
      {...bound}
      onInput={onChange}
      onBlur={leave}
      ref={join}
      error={form.errorOf(field)}
    />
  );
}
