import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { cardNumberMask, cvvMask, expiryMask, shownExpiry } from "./card-masks.ts";
import { Input, MaskedInput } from "./CardInput.tsx";
import { HostedFields } from "./HostedFields.tsx";
import { PlaceFields } from "./PlaceFields.tsx";
import type { CardFormApi } from "./use-card-form.ts";
import type { HostedFieldsApi } from "./use-hosted-fields.ts";

const whole = "col-span-6";
const half = "col-span-3";
const wholeIfSlim = "col-span-3 slim:col-span-6";

/**
 * The card form in one column: number, date and code, in our fields or in the gateway's, name, how to reach the fan, where
 * the bill goes.
 */
export function CardFields({ form, hosted }: { form: CardFormApi; hosted: HostedFieldsApi | null }) {
  return (
    <div data-fields-close className="grid grid-cols-6 gap-x-3.5 gap-y-4">
      {hosted ? <HostedFields hosted={hosted} /> : <OwnFields form={form} />}
      <Input
        form={form}
        field="card_holder_name"
        label={m.pay_card_holder()}
        autoComplete="cc-name"
        className={whole}
      />
      <Input
        form={form}
        field="email"
        label={m.pay_email()}
        type="email"
        autoComplete="email"
        className={wholeIfSlim}
      />
      <Input
        form={form}
        field="phone"
        label={m.pay_phone()}
        labelNote={m.pay_optional()}
        required={false}
        type="tel"
        autoComplete="tel"
        className={wholeIfSlim}
      />
      <Input
        form={form}
        field="address1"
        label={m.pay_address()}
        autoComplete="billing street-address"
        className={whole}
      />
      <Input
        form={form}
        field="city"
        label={m.pay_city()}
        autoComplete="billing address-level2"
        className={wholeIfSlim}
      />
      <PlaceFields form={form}>
        <Input
          form={form}
          field="zip"
          label={m.pay_zip()}
          autoComplete="billing postal-code"
          className={half}
        />
      </PlaceFields>
    </div>
  );
}

/** Number, date and code of the card as fields of ours. */
function OwnFields({ form }: { form: CardFormApi }) {
  return (
    <>
      <MaskedInput
        form={form}
        field="card_number"
        mask={cardNumberMask}
        label={m.pay_card_number()}
        autoComplete="cc-number"
        inputMode="numeric"
        end={<Icon name="lock" className="text-text-3" />}
        className={whole}
      />
      <MaskedInput
        form={form}
        field="expiry"
        mask={expiryMask}
        settle={shownExpiry}
        label={m.pay_expiry()}
        placeholder={m.pay_expiry_example()}
        autoComplete="cc-exp"
        inputMode="numeric"
        className={half}
      />
      <MaskedInput
        form={form}
        field="cvv"
        mask={cvvMask}
        label={m.pay_cvv()}
        type="password"
        autoComplete="cc-csc"
        inputMode="numeric"
        className={half}
      />
    </>
  );
}
