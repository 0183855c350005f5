import type { ModelCard, StreamState } from "#contract/catalog.ts";
import type { RealtimeEvents } from "#contract/realtime-events.ts";
import { allGenders } from "#contract/room-values.ts";
import type { RoomEvent } from "./room-event.ts";
import type { CardViewer, RoomsData, RoomsPage } from "./rooms-query.ts";

/** The state of a stream that is over. */
const stoppedStream: StreamState = {
  mode: "one_to_many",
  promo: "",
  status: "stopped",
  type: "public",
  promoId: null,
};

/**
 * A list of rooms after an event; the same object when it changes nothing. `gender`: the list shows the rooms of this
 * gender and counts all of them; null: a list of chosen models, to which no event adds any.
 */
export function listAfter(
  data: RoomsData,
  gender: number | null,
  event: RoomEvent,
  viewer: CardViewer,
): RoomsData {
  if (gender === null && "model_id" in event.data && !holds(data, event.data.model_id)) return data;
  if (gender !== null && "gender_id" in event.data && !concerns(gender, event.data.gender_id)) return data;
  switch (event.name) {
    case "StreamBegan":
      return streamBegan(data, event.data);
    case "StreamStopped":
      return streamStopped(data, event.data);
    case "FanJoinedRoomEvent":
    case "FanLeftRoomEvent":
      return watchersChanged(data, event.data);
    case "ChatRoomStatusChanged":
    case "ChatRoomModeChanged":
    case "ChatRoomTypeChanged":
      return roomChanged(data, event.data, viewer);
    case "update":
      return presenceChanged(data, event.data.model_id, {
        isOnline: true,
        lastConnection: event.data.last_connection,
      });
    case "remove": {
      const { model_id, last_connection: lastConnection } = event.data;
      return presenceChanged(data, model_id, {
        isOnline: false,
        ...(lastConnection === undefined ? {} : { lastConnection }),
      });
    }
    case "dump":
      return presenceDumped(data);
    default:
      return data;
  }
}

/** An event of a model who has no gender yet is for themselves, and for no list. */
const concerns = (listed: number, gender: number) =>
  gender !== 0 && (listed === gender || listed === allGenders);

/** A model went live: their card streams, or a card that came with the event joins the end of the live ones. */
export function streamBegan(data: RoomsData, event: RealtimeEvents["StreamBegan"]): RoomsData {
  if (find(data, event.model_id)) {
    return patchCard(data, event.model_id, (card) => ({
      ...card,
      isOnline: true,
      isStream: true,
      stream: { ...card.stream, status: "began" },
      ...(isCard(event.card) ? showOf(event.card) : {}),
    }));
  }
  const added = isCard(event.card) ? addCard(data, event.card) : data;
  return countLive(added, 1);
}

/** The facts of a card about its stream: a promo comes with a card of its own, which only its fan receives. */
const showOf = ({ stream, promoEnabled, promoStreamData }: ModelCard) => ({
  stream,
  promoEnabled,
  promoStreamData,
});

/** A model stopped: their stream is reset, their card stays where it is. */
export function streamStopped(data: RoomsData, event: RealtimeEvents["StreamStopped"]): RoomsData {
  if (!find(data, event.model_id)) return countLive(data, -1);
  return patchCard(data, event.model_id, (card) => ({
    ...card,
    isStream: false,
    watchers: 0,
    stream: stoppedStream,
    promoStreamData: null,
    pictures: { ...card.pictures, live: "" },
  }));
}

/** Fans came or left: the number in the event is the number of fans there now. */
export function watchersChanged(data: RoomsData, event: { model_id: number; watchers: number }): RoomsData {
  return patchCard(data, event.model_id, (card) => ({ ...card, watchers: event.watchers }));
}

/** Status, mode or type of a room changed; fields that the event does not carry stay. */
export function roomChanged(
  data: RoomsData,
  event: { model_id: number } & Partial<Pick<StreamState, "status" | "mode" | "type">>,
  viewer: CardViewer,
): RoomsData {
  if (event.type === "promo" && !viewer) return data;
  const { status, mode, type } = event;
  return patchCard(data, event.model_id, (card) => ({
    ...card,
    isStream: status === undefined ? card.isStream : status !== "stopped",
    watchers: status === "stopped" ? 0 : card.watchers,
    // The next reading tells the rest of a promo that has ended.
    ...(card.stream.type === "promo" && type !== undefined && type !== "promo"
      ? { promoEnabled: false, promoStreamData: null }
      : {}),
    stream: {
      ...card.stream,
      ...(status === undefined ? {} : { status }),
      ...(mode === undefined ? {} : { mode }),
      ...(type === undefined ? {} : { type }),
    },
  }));
}

/** Presence of one model; `lastConnection` only when the feed has it. */
export function presenceChanged(
  data: RoomsData,
  modelId: number,
  presence: { isOnline: boolean; lastConnection?: string },
): RoomsData {
  return patchCard(data, modelId, (card) => ({ ...card, ...presence }));
}

/** The feed restarts: everybody counts as offline until it says otherwise. */
export function presenceDumped(data: RoomsData): RoomsData {
  return mapCards(data, (card) => (card.isOnline ? { ...card, isOnline: false } : card));
}

/** The models that were asked about, and the addresses of those who have a picture, by model. */
export type FreshPictures = { asked: readonly number[]; pictures: ReadonlyMap<number, string> };

/** Renews the pictures of public rooms: rooms that were asked about and have no picture show none any more. */
export function picturesRenewed(data: RoomsData, { asked, pictures }: FreshPictures): RoomsData {
  if (asked.length === 0) return data;
  return mapCards(data, (card) => {
    if (!asked.includes(card.id)) return card;
    const live = pictures.get(card.id) ?? "";
    return live === card.pictures.live ? card : { ...card, pictures: { ...card.pictures, live } };
  });
}

/** The heart of one card. */
export function likedChanged(data: RoomsData, modelId: number, liked: boolean): RoomsData {
  return patchCard(data, modelId, (card) => ({ ...card, liked }));
}

/** The list with one card changed; the same object when it holds none of the model. */
export function patchCard(
  data: RoomsData,
  modelId: number,
  change: (card: ModelCard) => ModelCard,
): RoomsData {
  const before = find(data, modelId);
  if (!before) return data;
  const after = change(before);
  const patched = mapCards(data, (card) => (card === before ? after : card));
  return countLive(patched, Number(after.isStream) - Number(before.isStream));
}

/** Is there a card of this model in the list? */
function holds(data: RoomsData, modelId: number): boolean {
  return find(data, modelId) !== undefined;
}

function find(data: RoomsData, modelId: number): ModelCard | undefined {
  for (const page of data.pages) {
    const card = page.data.find(({ id }) => id === modelId);
    if (card) return card;
  }
  return undefined;
}

function mapCards(data: RoomsData, change: (card: ModelCard) => ModelCard): RoomsData {
  return { ...data, pages: data.pages.map((page) => mapPage(page, change)) };
}

function mapPage(page: RoomsPage, change: (card: ModelCard) => ModelCard): RoomsPage {
  const cards = page.data.map(change);
  return cards.some((card, index) => card !== page.data[index]) ? { ...page, data: cards } : page;
}

function addCard(data: RoomsData, card: ModelCard): RoomsData {
  const [first, ...rest] = data.pages;
  return first ? { ...data, pages: [{ ...first, data: [...first.data, card] }, ...rest] } : data;
}

function countLive(data: RoomsData, difference: number): RoomsData {
  if (difference === 0) return data;
  const counted = (page: RoomsPage) => ({ ...page, live_count: Math.max(0, page.live_count + difference) });
  return { ...data, pages: data.pages.map(counted) };
}

function isCard(card: unknown): card is ModelCard {
  return (
    typeof card === "object" && card !== null && "login" in card && "pictures" in card && "stream" in card
  );
}
