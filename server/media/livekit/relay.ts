import {
  DisconnectReason,
  LeaveRequest,
  LeaveRequest_Action,
  SignalRequest,
  SignalResponse,
} from "@livekit/protocol";
import type { RawData } from "ws";
import { type ReceivedReport, readReceived, receivedAttribute } from "./received-flow.ts";

/** The requests that a viewer's client may make to LiveKit; all others stay here. */
const askable: ReadonlySet<string | undefined> = new Set([
  "offer",
  "answer",
  "trickle",
  "subscription",
  "trackSetting",
  "syncState",
  "updateMetadata",
  "leave",
  "ping",
  "pingReq",
]);

/**
 * Messages that LiveKit sends its clients and ours never receive: tokens that open the room again, and again after a
 * viewer has been removed, because LiveKit does not take them back.
 */
const kept: ReadonlySet<string | undefined> = new Set(["refreshToken", "roomMoved"]);

/** A message of a viewer's client on its way to LiveKit; null when it is not passed on. */
export type Asked = { bytes: Uint8Array; received: ReceivedReport | null } | null;

export function readRequest(data: RawData): Asked {
  const bytes = bytesOf(data);
  const { message } = SignalRequest.fromBinary(bytes);
  if (!askable.has(message.case)) return null;
  const report = message.case === "updateMetadata" ? message.value.attributes[receivedAttribute] : undefined;
  return { bytes, received: readReceived(report) };
}

/** A message of LiveKit on its way to a viewer; `sessionId` where it names their session. */
export type RelayedResponse = { bytes: Uint8Array; sessionId: string | null; isLeave: boolean } | null;

export function readResponse(data: RawData): RelayedResponse {
  const bytes = bytesOf(data);
  const { message } = SignalResponse.fromBinary(bytes);
  if (kept.has(message.case)) return null;
  const sessionId = message.case === "join" ? (message.value.participant?.sid ?? null) : null;
  return { bytes, sessionId, isLeave: message.case === "leave" };
}

/**
 * Says to a viewer's client that a newer page of theirs has taken its place, by the reason that LiveKit has for this. To
 * LiveKit each page is another participant, so it never says so itself.
 */
export function replacedLeave(): Uint8Array {
  const value = new LeaveRequest({
    reason: DisconnectReason.DUPLICATE_IDENTITY,
    action: LeaveRequest_Action.DISCONNECT,
  });
  return new SignalResponse({ message: { case: "leave", value } }).toBinary();
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
