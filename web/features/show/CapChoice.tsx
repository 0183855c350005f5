import { useState } from "react";
import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Chip } from "#web/ui/Chip.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { Stepper } from "#web/ui/fields/Stepper.tsx";
import {
  type Cap,
  capCost,
  capMinutes,
  capMinutesMax,
  capTokensMax,
  secondsOf,
  type Terms,
} from "./consent.ts";

type CapChoiceProps = { terms: Terms; cap: Cap; onChange(cap: Cap): void; disabled: boolean };

/** When the show ends automatically: after some minutes, after some tokens, or not before the fan says so. */
export function CapChoice({ terms, cap, onChange, disabled }: CapChoiceProps) {
  const [own, setOwn] = useState(false);
  const worth = useWorthAhead();
  const costOf = (minutes: number) => capCost(terms, { kind: "minutes", count: minutes }) ?? 0;
  const choose = (next: Cap) => {
    setOwn(false);
    onChange(next);
  };
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-2">
      <legend className="mb-2 text-12 text-text-2">{m.consent_cap()}</legend>
      <div className="grid grid-cols-3 gap-2 min-[480px]:grid-cols-5">
        {capMinutes.map((count) => (
          <Chip
            key={count}
            stacked
            tone="private"
            selected={!own && cap.kind === "minutes" && cap.count === count}
            onClick={() => choose({ kind: "minutes", count })}
          >
            {m.consent_minutes({ count })}
            <small>{worth(costOf(count)) ?? `${tokens(costOf(count))} tk`}</small>
          </Chip>
        ))}
        <Chip
          stacked
          tone="private"
          selected={own}
          aria-expanded={own}
          onClick={() => {
            setOwn(true);
            if (cap.kind === "none") onChange({ kind: "minutes", count: 20 });
          }}
        >
          {m.consent_own()}
        </Chip>
        <Chip
          stacked
          tone="private"
          selected={!own && cap.kind === "none"}
          onClick={() => choose({ kind: "none" })}
          className="col-span-2 min-[480px]:col-span-1"
        >
          {m.consent_no_cap()}
        </Chip>
      </div>
      {own && (cap.kind === "minutes" || cap.kind === "tokens") && (
        <OwnCap terms={terms} cap={cap} onChange={onChange} />
      )}
    </fieldset>
  );
}

type OwnCapProps = {
  terms: Terms;
  cap: Extract<Cap, { kind: "minutes" | "tokens" }>;
  onChange(cap: Cap): void;
};

function OwnCap({ terms, cap, onChange }: OwnCapProps) {
  const worth = useWorthAhead();
  const cost = capCost(terms, cap) ?? 0;
  const inTokens = cap.kind === "tokens";
  return (
    <div className="grid gap-2">
      <Segmented
        label={m.consent_own_unit()}
        wide
        value={cap.kind}
        onChange={(kind) =>
          onChange({ kind, count: kind === "tokens" ? cost : Math.max(1, capFloor(cost, terms)) })
        }
        options={[
          { value: "minutes", text: m.consent_unit_minutes() },
          { value: "tokens", text: m.consent_unit_tokens() },
        ]}
      />
      <Stepper
        label={inTokens ? m.consent_own_tokens() : m.consent_own_minutes()}
        coin={inTokens}
        value={cap.count}
        min={inTokens ? Math.max(1, terms.minimum) : 1}
        max={inTokens ? capTokensMax : capMinutesMax}
        step={inTokens ? 10 : 1}
        onChange={(count) => onChange({ ...cap, count })}
        note={m.consent_tokens_money({ count: cost, amount: tokens(cost), money: worth(cost) ?? "…" })}
      />
    </div>
  );
}

const capFloor = (tokens: number, { rate, freeSeconds = 0 }: Terms) =>
  Math.floor((secondsOf(tokens, rate) + freeSeconds) / 60);
