import { type UseFormReturn, useWatch } from "react-hook-form";
import { itemBodyMax, itemTitleMax } from "#contract/field-bounds.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";
import { m } from "#web/paraglide/messages.js";
import { Checkbox } from "#web/ui/fields/Checkbox.tsx";
import { Field, TextAreaField } from "#web/ui/fields/Field.tsx";
import type { ItemForm } from "./item-form.ts";
import { fieldProblemLabel } from "./item-labels.ts";
import type { StudioKind } from "./media-file.ts";

type ItemFieldsProps = { kind: StudioKind; form: UseFormReturn<ItemForm> };

/** The texts of an item, what it costs, who sees it, and a post's time. */
export function ItemFields({ kind, form }: ItemFieldsProps) {
  const bind = (field: keyof ItemForm) => ({
    ...form.register(field),
    error: fieldProblemLabel(form.formState.errors[field]?.message),
  });
  const price = useWatch({ control: form.control, name: "price" });
  return (
    <>
      <Field label={m.studio_item_title()} maxLength={itemTitleMax} autoComplete="off" {...bind("title")} />
      {kind === "post" && (
        <TextAreaField
          label={m.studio_item_body()}
          labelNote={m.studio_optional()}
          rows={4}
          maxLength={itemBodyMax}
          {...bind("body")}
        />
      )}
      <Field
        label={m.studio_item_price()}
        inputMode="numeric"
        autoComplete="off"
        hint={wholeNumber(price) === 0 ? m.studio_item_price_free() : undefined}
        {...bind("price")}
      />
      <Checkbox label={m.studio_item_for_subscribers()} {...form.register("forSubscribers")} />
      <Checkbox label={m.studio_item_visible()} {...form.register("visible")} />
      {kind === "post" && (
        <div className="grid gap-x-3 sm:grid-cols-2">
          <Field
            label={m.studio_item_start()}
            labelNote={m.studio_optional()}
            type="datetime-local"
            {...bind("start")}
          />
          <Field
            label={m.studio_item_end()}
            labelNote={m.studio_optional()}
            type="datetime-local"
            {...bind("end")}
          />
        </div>
      )}
    </>
  );
}
