import { useEffect, useEffectEvent, useRef } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { FrameField } from "#web/ui/fields/Field.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { HostedFieldName } from "./collect.ts";
import type { HostedFieldsApi } from "./use-hosted-fields.ts";

const idOf = (name: HostedFieldName) => `hosted-${name}`;

/** Number, date and code in frames of the gateway, which look like our own fields. */
export function HostedFields({ hosted }: { hosted: HostedFieldsApi }) {
  const box = useRef<HTMLDivElement>(null);
  const show = () => {
    if (!box.current) return;
    const { color, fontFamily } = getComputedStyle(box.current);
    const css = { color, "font-size": "16px", "font-family": fontFamily };
    const place = (name: HostedFieldName, title: string, placeholder = "") => ({
      selector: `#${idOf(name)}`,
      title,
      placeholder,
    });
    hosted.show(
      {
        ccnumber: place("ccnumber", m.pay_card_number()),
        ccexp: place("ccexp", m.pay_expiry(), m.pay_expiry_example()),
        cvv: place("cvv", m.pay_cvv()),
      },
      css,
    );
  };
  const appeared = useEffectEvent(show);
  useEffect(() => appeared(), []);
  return (
    <div
      ref={box}
      className="col-span-6 grid grid-cols-2 gap-x-3.5 gap-y-4"
      aria-busy={hosted.phase === "loading"}
    >
      <FrameField
        placeId={idOf("ccnumber")}
        label={m.pay_card_number()}
        end={<Icon name="lock" className="text-text-3" />}
        error={hosted.wrong.has("ccnumber") ? m.pay_error_card_number_invalid() : null}
        className="col-span-2"
      />
      <FrameField
        placeId={idOf("ccexp")}
        label={m.pay_expiry()}
        error={hosted.wrong.has("ccexp") ? m.pay_error_expiry_format() : null}
      />
      <FrameField
        placeId={idOf("cvv")}
        label={m.pay_cvv()}
        error={hosted.wrong.has("cvv") ? m.pay_error_cvv_short() : null}
      />
      <div className="col-span-2 text-12 text-text-2" role="status">
        {hosted.phase === "loading" && m.pay_hosted_loading()}
        {hosted.phase === "ready" && m.pay_hosted_note()}
        {hosted.phase === "failed" && (
          <span className="flex flex-wrap items-center gap-3">
            {m.pay_hosted_failed()}
            <Button size="sm" tone="outline" onClick={show}>
              {m.pay_hosted_again()}
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}
