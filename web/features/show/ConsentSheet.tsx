import { type ReactNode, useState } from "react";
import type { SaidCause } from "#web/entities/room/no-picture-text.ts";
import { useUnseen } from "#web/entities/show/unseen.ts";
import { SpendOrTopUp } from "#web/entities/wallet/SpendOrTopUp.tsx";
import { type Refusal, refusalText } from "#web/lib/api/refusal.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Sheet } from "#web/ui/overlays/Sheet.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { CapChoice } from "./CapChoice.tsx";
import { type Cap, type ConsentKind, firstCap, firstHold, type Terms, termsAfter } from "./consent.ts";
import { ConsentDetails, ConsentPrice, ConsentSum } from "./ConsentTerms.tsx";
import { UnseenNote } from "./UnseenNote.tsx";

/** `twoWay`: the fan wants to show their camera. */
export type Agreement = { terms: Terms; cap: Cap; twoWay?: boolean };

export type ConsentSheetProps = {
  open: boolean;
  /** The sheet opens automatically, and not by a press. */
  uninvited?: boolean;
  /** Closed without agreeing: nothing has happened. */
  onClose(): void;
  container: HTMLElement | null;
  model: { name: string; avatar: string | undefined };
  terms: Terms;
  balance: number;
  /** Why the last try came to nothing. */
  refusal: Refusal | null;
  pending: boolean;
  /** An agreement that has no certain answer yet: nothing else can be agreed to until it has one. */
  asked: Agreement | null;
  onAgree(agreement: Agreement): void;
  /** Lets the fan choose between a private and a VIP show, each with its rate. */
  choice?: { rates: { private: number; vip: number }; onChoose(kind: "private" | "vip"): void };
  /** The differences of an invitation: its head, its words on the button, and a way to decline. */
  invitation?: { countdown: ReactNode; onDecline(): void };
};

/** Before anything is charged: what a show costs, who may look on, for how long at most, and what one has. */
export function ConsentSheet(given: ConsentSheetProps) {
  const { open, uninvited = false, onClose, container, model, invitation, refusal, asked } = given;
  // Opened again by another button, it still asks what became of the first.
  const props = asked && refusal?.unknown ? { ...given, terms: asked.terms } : given;
  const unseen = useUnseen();
  const title = (
    <span className="flex items-center gap-3">
      <Avatar name={model.name} src={model.avatar} />
      <span>
        <span className="block text-16 font-semibold">{titleOf(props)}</span>
        <span className="block text-12 font-normal tracking-normal text-text-2">
          {invitation && <span className="block">{invitation.countdown}</span>}
          {leadOf(refusal ? termsAfter(props.terms, refusal) : props.terms)}
        </span>
      </span>
    </span>
  );
  return (
    <Sheet open={open} uninvited={uninvited} onClose={onClose} container={container} title={title}>
      {unseen !== null && <Unseen cause={unseen} {...props} />}
      {unseen === null && props.choice && props.terms.kind !== "spy" && (
        <Segmented
          label={m.consent_choice()}
          wide
          value={props.terms.kind}
          onChange={props.choice.onChoose}
          options={[
            {
              value: "private",
              text: choiceText(m.room_private(), props.choice.rates.private),
              disabled: props.asked !== null,
            },
            {
              value: "vip",
              text: choiceText(m.room_vip(), props.choice.rates.vip),
              disabled: props.asked !== null,
            },
          ]}
        />
      )}
      {/* Another price is another choice of how long. */}
      {open && unseen === null && <Consent key={`${props.terms.kind} ${props.terms.rate}`} {...props} />}
    </Sheet>
  );
}

/** In place of the terms for a fan who could not see the show. */
function Unseen({ cause, onClose, invitation }: ConsentSheetProps & { cause: SaidCause }) {
  return (
    <>
      <UnseenNote cause={cause} />
      <Button tone="solid" size="lg" wide onClick={invitation?.onDecline ?? onClose}>
        {invitation ? m.invitation_decline() : m.common_ok()}
      </Button>
    </>
  );
}

function Consent(props: ConsentSheetProps) {
  const { terms: shown, model, balance, refusal, pending, asked, onAgree, invitation } = props;
  const terms = refusal ? termsAfter(shown, refusal) : shown;
  const [cap, setCap] = useState<Cap>(() =>
    asked && asked.cap.kind !== "look" ? asked.cap : firstCap(terms, balance),
  );
  const [twoWay, setTwoWay] = useState(asked?.twoWay ?? false);
  return (
    <>
      <ConsentPrice terms={terms} />
      <CapChoice terms={terms} cap={cap} onChange={setCap} disabled={asked !== null} />
      {terms.twoWay && (
        <div>
          <Switch
            label={m.consent_camera()}
            checked={twoWay}
            onChange={setTwoWay}
            disabled={asked !== null}
          />
          {twoWay && (
            <p className="pr-14 text-12 text-text-2">{m.consent_camera_note({ name: model.name })}</p>
          )}
        </div>
      )}
      <ConsentSum terms={terms} cap={cap} />
      <ConsentDetails terms={terms} cap={cap} balance={balance} />
      {/* On a small phone the terms scroll; what they are agreed to by stays in sight. */}
      <div className="sticky -bottom-5 -mx-5 -mt-1 -mb-5 grid gap-3 bg-raised px-5 pt-1 pb-5 before:pointer-events-none before:absolute before:inset-x-0 before:-top-4 before:h-4 before:bg-linear-to-t before:from-raised">
        <SpendOrTopUp
          price={firstHold(terms, cap)}
          balance={balance}
          busy={pending}
          tone="private"
          text={refusal?.unknown ? m.tip_unknown_action() : actionOf(terms, invitation !== undefined)}
          onSpend={() => onAgree(asked ?? { terms, cap, twoWay })}
          problem={problemOf(refusal, shown)}
        />
        {invitation && (
          <button
            type="button"
            onClick={invitation.onDecline}
            className="-mt-1 min-h-11 rounded-12 font-semibold text-text-2 hover:text-text"
          >
            {m.invitation_decline()}
          </button>
        )}
      </div>
    </>
  );
}

const choiceText = (kind: string, rate: number) => `${kind} · ${m.room_per_minute({ count: rate })}`;

/** Too few tokens are said by what the sheet offers then. */
function problemOf(refusal: Refusal | null, shown: Terms): string | null {
  if (refusal === null || refusal.status === 402) return null;
  if (refusal.unknown) return m.consent_unknown();
  const { rate, minimum } = refusal;
  if (refusal.code === "price_changed" && rate === shown.rate && minimum !== undefined)
    return m.consent_minimum_changed({ count: minimum, amount: tokens(minimum) });
  if (refusal.code === "price_changed" && rate !== undefined)
    return m.consent_price_changed({ count: rate, amount: tokens(rate) });
  return Object.values(refusal.errors ?? {})[0]?.[0] ?? refusalText(refusal);
}

function titleOf({ terms, model: { name }, invitation }: ConsentSheetProps): string {
  if (invitation)
    return terms.kind === "vip" ? m.invitation_title_vip({ name }) : m.invitation_title({ name });
  const titles: Record<ConsentKind, string> = {
    private: m.consent_title_private({ name }),
    vip: m.consent_title_vip({ name }),
    spy: m.consent_title_spy({ name }),
  };
  return titles[terms.kind];
}

/** Names the people who see each other. */
function leadOf({ kind, spyRate }: Terms): string {
  if (kind === "spy") return m.consent_invisible();
  if (spyRate !== null) return m.consent_lead_spies();
  return kind === "vip" ? m.consent_lead_vip() : m.consent_lead_private();
}

function actionOf({ kind, rate }: Terms, invited: boolean): string {
  const price = { count: rate, amount: tokens(rate) };
  if (invited) return m.invitation_accept(price);
  if (kind === "spy") return m.consent_spy();
  return kind === "vip" ? m.consent_ask_vip() : m.consent_ask_private();
}
