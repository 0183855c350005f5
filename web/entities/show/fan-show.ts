import type { WaitingShow } from "#contract/paid-shows.ts";
import type { ShowEnd, ShowState } from "#contract/show-state.ts";
import { offered } from "#web/entities/room/price-offer.ts";
import type { RealtimeEvent } from "#web/lib/realtime/realtime-client.ts";

/** A show that the fan asked for. One that was declined or has expired stays until the fan has read so. */
export type FanRequest = {
  id: number;
  slug: string;
  mode: "private" | "vip";
  state: "asked" | "declined" | "expired";
  /** The model's words beside a no. */
  reason?: string;
  expires_at: string;
};

/** A show that a model invites the fan to, at this price. */
export type Invitation = Omit<RealtimeEvent<"ShowInvited">["data"], "model_id">;

/** A show that is over, as its event said. */
export type OverShow = { show: ShowState; reason: ShowEnd };

/** The show between the fan and the model, and their requests: at most one of each. */
export type FanShow = {
  show: ShowState | null;
  request: FanRequest | null;
  invitation: Invitation | null;
  /** The last show that ended, until the fan has read so. */
  over: OverShow | null;
  /** The id of the last show whose end the fan has read: its event may come after that. */
  read: number | null;
};

/** Seconds that a request, an invitation or another price waits for its answer. */
export const answerSecondsMax = 30;

export const noShow: FanShow = { show: null, request: null, invitation: null, over: null, read: null };

/** The requests that wait for an answer when the page is loaded: the fan's last request, and the last invitation. */
export function withWaiting(waiting: readonly WaitingShow[]): FanShow {
  const request = waiting.findLast(({ asked_by }) => asked_by === "fan");
  const invited = waiting.findLast(({ asked_by }) => asked_by === "model");
  return {
    ...noShow,
    request: request ? requestOf(request) : null,
    invitation: invited ? invitationOf(invited) : null,
  };
}

const requestOf = ({ id, slug, mode, expires_at }: WaitingShow): FanRequest => ({
  id,
  slug,
  mode,
  state: "asked",
  expires_at,
});
const invitationOf = ({
  id,
  slug,
  mode,
  rate,
  minimum,
  spies_allowed,
  expires_at,
}: WaitingShow): Invitation => ({
  id,
  slug,
  mode,
  rate,
  minimum,
  spies_allowed,
  expires_at,
});

/** The personal events that change a fan's show. */
export const showEventNames = [
  "ShowInvited",
  "ShowRequestAnswered",
  "ShowStarted",
  "ShowMeter",
  "ShowPriceChanged",
  "ShowEnded",
] as const;

export type ShowEvent = RealtimeEvent<(typeof showEventNames)[number]>;

/** The fan's show after an event; the same object when the event is about something else. */
export function fanShowAfter(state: FanShow, event: ShowEvent): FanShow {
  switch (event.name) {
    case "ShowInvited": {
      const { model_id: _, ...invitation } = event.data;
      return { ...state, invitation };
    }
    case "ShowRequestAnswered":
      return answered(state, event.data);
    case "ShowStarted":
      return { ...noShow, read: state.read, show: event.data.show };
    case "ShowMeter":
      return isOver(state, event.data.show) ? state : { ...state, show: event.data.show };
    case "ShowPriceChanged":
      return { ...state, show: offered(event.data) };
    case "ShowEnded": {
      const { show, reason } = event.data;
      const others = state.show?.id === show.id ? null : state.show;
      return { ...state, show: others, over: state.read === show.id ? state.over : { show, reason } };
    }
    default:
      return state;
  }
}

/** A meter that was read before the end may arrive after it. */
const isOver = ({ over, read }: FanShow, { id }: ShowState) => over?.show.id === id || read === id;

/** The fan has read that a show is over. */
export function overRead(state: FanShow): FanShow {
  return { ...state, over: null, read: state.over?.show.id ?? state.read };
}

function answered(state: FanShow, answer: RealtimeEvent<"ShowRequestAnswered">["data"]): FanShow {
  const { id, state: outcome, reason } = answer;
  if (state.invitation?.id === id) return { ...state, invitation: null };
  if (state.request?.id !== id) return state;
  if (outcome === "accepted" || outcome === "withdrawn") return { ...state, request: null };
  const request = { ...state.request, state: outcome, ...(reason === undefined ? {} : { reason }) };
  return { ...state, request };
}
