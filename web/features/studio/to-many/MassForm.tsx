import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageTextMax, priceMax, trimmedLength } from "#contract/field-bounds.ts";
import type { MassMessage } from "#contract/mass-messages.ts";
import { isBlank, written } from "#contract/written-text.ts";
import { type Refusal, refusalText } from "#web/lib/api/refusal.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field, FormAlert, SelectField, TextAreaField } from "#web/ui/fields/Field.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { instantOf } from "../content/item-form.ts";
import { MediaChoice } from "../content/MediaChoice.tsx";
import { SendProgress } from "../content/SendProgress.tsx";
import { studioItemsQuery } from "../content/studio-items-query.ts";
import { useMedia } from "../content/use-media.ts";
import { audienceLabel, audienceOptions } from "./mass-labels.ts";
import { useMassOrder } from "./use-mass-order.ts";

const nothing = { body: "", itemId: null as number | null, price: "", sendAt: "" };

/**
 * The form of a message to many: its audience, text, perhaps a picture or video with its price, and its time.
 * `onSent` begins a new form.
 */
export function MassForm({ onSent }: { onSent(): void }) {
  const [to, setTo] = useState<MassMessage["to"]>("everybody");
  const [typed, setTyped] = useState(nothing);
  const [hasFile, setHasFile] = useState(false);
  const files = useMedia("post");
  const order = useMassOrder(onSent);
  const isWelcome = to === "new_subscribers";
  const media = hasFile ? files.media : null;
  const left = messageTextMax - trimmedLength(typed.body);
  const price = media ? priceOf(typed.price) : null;
  const ready =
    (!isBlank(typed.body) || media !== null) &&
    left >= 0 &&
    price !== "wrong" &&
    (to !== "buyers" || typed.itemId !== null);
  const change = (part: Partial<typeof nothing>) => {
    order.reset();
    setTyped((before) => ({ ...before, ...part }));
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    void order.run({
      to,
      item_id: to === "buyers" ? typed.itemId : null,
      body: written(typed.body),
      price,
      send_at: isWelcome ? null : instantOf(typed.sendAt),
      media: media?.file ?? null,
      poster: media ? (files.poster?.file ?? null) : null,
    });
  };
  const problem = order.refusal && massProblem(order.refusal);
  return (
    <form method="dialog" onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      {/* What is typed while it is sent would be no part of it, and gone with the form. */}
      <fieldset disabled={order.pending} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <SelectField
          label={m.studio_mass_to()}
          value={to}
          hint={isWelcome ? m.studio_mass_welcome_hint() : undefined}
          onChange={(event) => {
            order.reset();
            setTo(event.target.value as MassMessage["to"]);
          }}
        >
          {audienceOptions.map((audience) => (
            <option key={audience} value={audience}>
              {audienceLabel(audience)}
            </option>
          ))}
        </SelectField>
        {to === "buyers" && <ItemSelect value={typed.itemId} onChange={(itemId) => change({ itemId })} />}
        <TextAreaField
          label={m.studio_mass_text()}
          rows={5}
          value={typed.body}
          error={left < 0 ? m.inbox_too_long({ count: -left }) : null}
          onChange={(event) => change({ body: event.target.value })}
        />
        <Switch checked={hasFile} onChange={setHasFile} label={m.studio_mass_file()} />
        {hasFile && (
          <>
            <MediaChoice kind="post" chosen={files} disabled={order.pending} />
            <Field
              label={m.inbox_send_file_price()}
              labelNote={m.studio_optional()}
              inputMode="numeric"
              autoComplete="off"
              value={typed.price}
              hint={m.studio_mass_price_hint()}
              error={price === "wrong" ? m.inbox_send_file_price_wrong({ max: String(priceMax) }) : null}
              onChange={(event) => change({ price: event.target.value })}
            />
          </>
        )}
        {!isWelcome && (
          <Field
            label={m.studio_mass_when()}
            labelNote={m.studio_optional()}
            type="datetime-local"
            value={typed.sendAt}
            hint={m.studio_mass_when_hint()}
            onChange={(event) => change({ sendAt: event.target.value })}
          />
        )}
      </fieldset>
      <FormAlert text={problem} />
      <Button tone="primary" type="submit" wide busy={order.pending} disabled={!ready}>
        {isWelcome ? m.studio_mass_welcome_save() : typed.sendAt ? m.studio_mass_plan() : m.inbox_send()}
      </Button>
      {order.sent !== null && (
        <div className="flex items-center gap-3">
          <SendProgress sent={order.sent} name={m.inbox_send()} onCancel={order.cancel} />
        </div>
      )}
    </form>
  );
}

function massProblem(refusal: Refusal): string | null {
  // Given up by the model.
  if (refusal.code === "aborted") return null;
  return refusal.unknown ? m.studio_mass_unknown() : refusalText(refusal);
}

/** The price of a picture or video; null for nothing. */
function priceOf(typed: string): number | "wrong" | null {
  const price = isBlank(typed) ? 0 : wholeNumber(typed);
  if (price === 0) return null;
  return price <= priceMax ? price : "wrong";
}

type ItemSelectProps = { value: number | null; onChange(itemId: number | null): void };

/** One of the model's videos and posts, of the newest of each. */
function ItemSelect({ value, onChange }: ItemSelectProps) {
  const videos = useInfiniteQuery(studioItemsQuery("video"));
  const posts = useInfiniteQuery(studioItemsQuery("post"));
  const groups = [
    { name: m.nav_videos(), items: videos.data?.pages.flatMap(({ data }) => data) ?? [] },
    { name: m.nav_posts(), items: posts.data?.pages.flatMap(({ data }) => data) ?? [] },
  ];
  return (
    <SelectField
      label={m.studio_mass_item()}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
    >
      <option value="">{m.studio_mass_item_choose()}</option>
      {groups.map(({ name, items }) => (
        <optgroup key={name} label={name}>
          {items.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
