import type { MaskitoOptions } from "@maskito/core";
import { useMaskito } from "@maskito/react";
import { useCallback } from "react";
import { Field, type FieldProps } from "#web/ui/fields/Field.tsx";
import type { CardField } from "./card-rules.ts";
import type { CardFormApi } from "./use-card-form.ts";

type InputProps = Omit<FieldProps, "form"> & { form: CardFormApi; field: CardField };

/** A plain input of the card form: validated when it is left. */
export function Input({ form, field, ...rest }: InputProps) {
  return <Field required {...rest} {...form.bind(field)} error={form.errorOf(field)} />;
}

/** An input whose typing is shaped; the form listens to `input`, which the mask fires itself. */
export function MaskedInput({ form, field, mask, ...rest }: InputProps & { mask: MaskitoOptions }) {
  const maskRef = useMaskito({ options: mask });
  const { ref, onChange, ...bound } = form.bind(field);
  const join = useCallback(
    (input: HTMLInputElement | null) => {
      ref(input);
      maskRef(input);
    },
    [ref, maskRef],
  );
  return <Field required {...rest} {...bound} onInput={onChange} ref={join} error={form.errorOf(field)} />;
}
