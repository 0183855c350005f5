import type { MassMessage } from "#contract/mass-messages.ts";
import { m } from "#web/paraglide/messages.js";
import type { PillTone } from "#web/ui/Badge.tsx";

const audiences: Record<MassMessage["to"], () => string> = {
  everybody: () => m.studio_mass_everybody(),
  favourites: () => m.studio_mass_favourites(),
  subscribers: () => m.studio_mass_subscribers(),
  buyers: () => m.studio_mass_buyers(),
  new_subscribers: () => m.studio_mass_new_subscribers(),
};

/** The audiences in the order of the choice. */
export const audienceOptions = Object.keys(audiences) as MassMessage["to"][];

export function audienceLabel(to: MassMessage["to"]): string {
  return audiences[to]();
}

/** The audience of a message; buyers are named by their item. */
export function recipientsLabel({ to, item }: Pick<MassMessage, "to" | "item">): string {
  return to === "buyers" && item ? m.studio_mass_buyers_of({ title: item.title }) : audienceLabel(to);
}

type State = { tone: PillTone; words(mass: MassMessage, when: (instant: string) => string): string };

const states: Record<MassMessage["state"], State> = {
  scheduled: { tone: "warn", words: ({ due_at }, when) => m.studio_mass_scheduled({ when: when(due_at) }) },
  sending: { tone: "warn", words: () => m.studio_mass_sending() },
  sent: { tone: "ok", words: () => m.studio_mass_sent() },
  standing: { tone: "ok", words: () => m.studio_mass_standing() },
  ended: { tone: "plain", words: () => m.studio_mass_ended() },
  taken_back: { tone: "plain", words: () => m.studio_mass_taken_back() },
  failed: {
    tone: "plain",
    words({ failure, sent }) {
      if (failure === "broken_file") return m.studio_mass_broken_file();
      return sent > 0 ? m.studio_mass_stopped() : m.studio_mass_not_listed();
    },
  },
};

/** How far a message to many has come. `when` writes a day and time. */
export function massStateLabel(
  mass: MassMessage,
  when: (instant: string) => string,
): { tone: PillTone; words: string } {
  const { tone, words } = states[mass.state];
  return { tone, words: words(mass, when) };
}
