import {
  type RealtimeEventName,
  type RealtimePayloads,
  realtimeAudiences,
  realtimeEvents,
  type Topic,
  type TopicKind,
} from "#contract/realtime.ts";
import { eventBody } from "./frames.ts";

/**
 * Turns an event into what the log keeps. Throws when the event does not belong on that topic, carries a field that
 * the contract does not name, or is too large: each would be a bug of the publisher, and some would be a leak.
 */
export function publishable<Name extends RealtimeEventName>(
  topic: Topic,
  name: Name,
  data: RealtimePayloads[Name],
  eventBytesMax: number,
): string {
  const kind = topic.split(":", 1)[0] as TopicKind;
  if (!realtimeAudiences[name].includes(kind)) throw new Error(`${name} must not be said on ${topic}`);
  const payload: object = realtimeEvents[name].parse(data);
  if (kind !== "person" && "token" in payload)
    throw new Error(`the playback token in ${name} belongs to one person`);
  const body = eventBody(name, payload);
  if (Buffer.byteLength(body) > eventBytesMax)
    throw new Error(`${name} is larger than ${eventBytesMax} bytes`);
  return body;
}
