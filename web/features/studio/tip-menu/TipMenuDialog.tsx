import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type UseFormReturn, useFieldArray, useForm } from "react-hook-form";
import { tipMenuBounds } from "#contract/field-bounds.ts";
import type { MenuItem } from "#contract/live.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { blankItem, type MenuForm, type MenuProblem, menuFormOf, menuOf, menuRules } from "./menu-form.ts";
import { menuQuery } from "./menu-query.ts";

type TipMenuDialogProps = { items: readonly MenuItem[]; onClose(): void };

const { itemsMax } = tipMenuBounds;

/** Edits the whole menu: words in both languages, prices, order. */
export function TipMenuDialog({ items, onClose }: TipMenuDialogProps) {
  const client = useQueryClient();
  const change = useCommand({
    call: (form: MenuForm) => browserApi.call("POST /api/studio/tip-menu", { body: menuOf(form) }),
    onDone({ body }) {
      client.setQueryData(menuQuery.queryKey, body.items);
      toast({ kind: "success", text: m.studio_menu_saved() });
      onClose();
    },
    onRefused: toastRefusal,
  });
  const form = useForm<MenuForm>({
    mode: "onBlur",
    resolver: zodResolver(menuRules),
    defaultValues: menuFormOf(items),
  });
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: "items" });
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={560}
      title={m.studio_menu()}
      footer={
        <Button
          tone="primary"
          className="ml-auto"
          busy={change.pending}
          onClick={form.handleSubmit(async (values) => void (await change.run(values)))}
        >
          {m.studio_save()}
        </Button>
      }
    >
      <p className="text-text-2">{m.studio_menu_text()}</p>
      <ol className="grid gap-4">
        {fields.map(({ id }, at) => (
          <Item
            key={id}
            form={form}
            at={at}
            onUp={at > 0 ? () => swap(at, at - 1) : null}
            onDown={at < fields.length - 1 ? () => swap(at, at + 1) : null}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      {fields.length < itemsMax ? (
        <Button tone="solid" className="justify-self-start" onClick={() => append(blankItem)}>
          <Icon name="plus" size={18} />
          {m.studio_menu_add()}
        </Button>
      ) : (
        <p className="text-text-2">{m.studio_menu_full({ count: itemsMax })}</p>
      )}
    </Dialog>
  );
}

type ItemProps = {
  form: UseFormReturn<MenuForm>;
  at: number;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove(): void;
};

function Item({ form, at, onUp, onDown, onRemove }: ItemProps) {
  const number = at + 1;
  const errors = form.formState.errors.items?.[at];
  const bind = (field: "en" | "es" | "price") => ({
    ...form.register(`items.${at}.${field}`),
    error: problemText(errors?.[field]?.message),
  });
  return (
    <li>
      <fieldset className="grid min-w-0 gap-3 border-t border-line pt-3">
        <legend className="sr-only">{m.studio_menu_item({ number })}</legend>
        <div className="flex items-center">
          <b aria-hidden="true" className="flex-1 font-semibold">
            {m.studio_menu_item({ number })}
          </b>
          <IconButton
            icon="down"
            className="rotate-180 disabled:opacity-30"
            label={m.studio_menu_up({ number })}
            disabled={onUp === null}
            onClick={onUp ?? undefined}
          />
          <IconButton
            icon="down"
            className="disabled:opacity-30"
            label={m.studio_menu_down({ number })}
            disabled={onDown === null}
            onClick={onDown ?? undefined}
          />
          <IconButton icon="x" label={m.studio_menu_remove({ number })} onClick={onRemove} />
        </div>
        <div className="grid gap-3 sm:grid-cols-[1fr_1fr_110px]">
          <Field label={m.studio_menu_title_en()} {...bind("en")} />
          <Field label={m.studio_menu_title_es()} {...bind("es")} />
          <Field label={m.studio_menu_price()} inputMode="numeric" {...bind("price")} />
        </div>
      </fieldset>
    </li>
  );
}

const problemLabels: Record<MenuProblem, () => string> = {
  required: () => m.studio_error_required(),
  max_60: () => m.studio_error_max_60(),
  target: () => m.studio_error_target(),
};

function problemText(problem: string | undefined): string | null {
  return problem === undefined || !(problem in problemLabels)
    ? null
    : problemLabels[problem as MenuProblem]();
}
