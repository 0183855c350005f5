import { expect, test } from "vitest";
import {
  decodeFramesMessage,
  encodeFramesMessage,
  type FramesMessage,
  framesCloseCode,
  framesRefusal,
  readFramesHello,
  readFramesUp,
} from "./media-frames.ts";

const data = Uint8Array.from([1, 2, 3]);

test.each<FramesMessage>([
  { kind: "session", session: "a-b", sound: true },
  { kind: "state", state: "held" },
  {
    kind: "video-config",
    config: { codec: "avc1.42e01f", description: "AULgHw==", width: 1280, height: 720 },
  },
  { kind: "audio-config", config: { codec: "opus", sampleRate: 48_000, channels: 2 } },
  { kind: "video", key: true, timeUs: 2 ** 45 + 1, data },
  { kind: "audio", key: false, timeUs: 0, data },
])("a message of $kind is read as it was written", (message) => {
  const bytes = encodeFramesMessage(message);
  expect(decodeFramesMessage(bytes)).toEqual(message);
  // A message may stand anywhere in a larger buffer.
  const larger = new Uint8Array(bytes.length + 7);
  larger.set(bytes, 5);
  expect(decodeFramesMessage(larger.subarray(5, 5 + bytes.length))).toEqual(message);
});

test("a message of a kind that is not known, and a frame without content, are no message", () => {
  expect(decodeFramesMessage(Uint8Array.from([99, 1]))).toBeNull();
  expect(decodeFramesMessage(new Uint8Array(0))).toBeNull();
  expect(
    decodeFramesMessage(encodeFramesMessage({ kind: "video", key: true, timeUs: 1, data }).subarray(0, 10)),
  ).toBeNull();
});

test("a page's first message is a token, alone or with what it wants", () => {
  expect(readFramesHello("abc.def")).toEqual({ token: "abc.def" });
  expect(readFramesHello("Bearer abc.def")).toEqual({ token: "abc.def" });
  expect(readFramesHello('{"token":"t","layer":"low","video":["vp8","av1"],"sound":false}')).toEqual({
    token: "t",
    layer: "low",
    video: ["vp8"],
    sound: false,
  });
  for (const text of ["", "{", "{}", '{"token":1}', '{"token":""}'])
    expect(readFramesHello(text), text).toBeNull();
});

test("a report names a moment that a clock of microseconds can have, and nothing else is one", () => {
  expect(readFramesUp('{"shown":12}')).toEqual({ shown: 12 });
  expect(readFramesUp('{"shown":12,"missed":3}')).toEqual({ shown: 12, missed: 3 });
  expect(readFramesUp('{"layer":"high"}')).toEqual({ layer: "high" });
  for (const text of [
    '{"shown":-1}',
    '{"shown":1.5}',
    '{"shown":1e300}',
    '{"shown":"1"}',
    "[]",
    "null",
    "{",
    '{"layer":"x"}',
  ])
    expect(readFramesUp(text), text).toBeNull();
});

test("a close means a refusal by its code and its reason together", () => {
  expect(framesCloseCode("no_publisher")).toBe(4409);
  expect(framesRefusal({ code: 4409, reason: "no_publisher" })).toBe("no_publisher");
  expect(framesRefusal({ code: 1006, reason: "" })).toBeNull();
  expect(framesRefusal({ code: 4401, reason: "no_publisher" })).toBeNull();
  expect(framesRefusal({ code: 4000, reason: "toString" })).toBeNull();
});
