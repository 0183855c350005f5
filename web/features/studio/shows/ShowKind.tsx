import { useQuery } from "@tanstack/react-query";
import type { StudioRequest } from "#contract/paid-shows.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { ratesQuery } from "../rates/rates-query.ts";

type Kind = StudioRequest["mode"];

/** The choice between a private and a VIP show, each with its price. */
export function ShowKind({ value, onChange }: { value: Kind; onChange(kind: Kind): void }) {
  const rates = useQuery(ratesQuery).data;
  return (
    <Segmented
      wide
      label={m.studio_invite_mode()}
      value={value}
      onChange={onChange}
      options={[
        { value: "private", text: rateText(m.common_badge_private(), rates?.private) },
        { value: "vip", text: rateText(m.common_badge_vip(), rates?.vip) },
      ]}
    />
  );
}

const rateText = (mode: string, rate: number | undefined) =>
  rate === undefined ? mode : `${mode} · ${m.studio_rate_minute({ rate: tokens(rate) })}`;
