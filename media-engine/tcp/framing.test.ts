import { expect, test } from "vitest";
import { Deframer, framed } from "./framing.ts";
import { requestedUfrag } from "./stun-username.ts";

/** The request of RFC 5769, section 2.1: its user name is "evtj:h6vY". */
const sampleRequest = Buffer.from(
  "000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff80290008932ff9b151263b36000600096576746a3a683676592020200008001" +
    "49aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf",
  "hex",
);

test.each([1, 2, 3, 7, 1_000])(
  "packets come out of a stream whole, however it is cut: %s bytes at a time",
  (size) => {
    const packets = [Buffer.from("a"), Buffer.alloc(1_200, 7), Buffer.from("third")];
    const stream = Buffer.concat([...packets, Buffer.alloc(0), Buffer.from("last")].map(framed));
    const deframer = new Deframer(2_048);
    const taken: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size)
      taken.push(...(deframer.push(stream.subarray(at, at + size)) ?? []));
    expect(taken).toEqual([...packets, Buffer.from("last")]);
  },
);

test("a packet that is announced as too long ends the stream before any of it is kept", () => {
  expect(new Deframer(2_048).push(Buffer.from([0x08, 0x00]))).toEqual([]);
  expect(new Deframer(2_048).push(Buffer.from([0x08, 0x01]))).toBeNull();
});

test("a request names the session of ours that it wants; nothing else does, cut or changed anywhere", () => {
  expect(requestedUfrag(sampleRequest)).toBe("evtj");
  for (let length = 0; length < sampleRequest.length; length += 1)
    expect(requestedUfrag(sampleRequest.subarray(0, length)), `${length} bytes`).toBeNull();
  const response = Buffer.from(sampleRequest);
  response.writeUInt16BE(0x0101, 0);
  expect(requestedUfrag(response)).toBeNull();
  const otherCookie = Buffer.from(sampleRequest);
  otherCookie.writeUInt32BE(1, 4);
  expect(requestedUfrag(otherCookie)).toBeNull();
  for (let at = 0; at < sampleRequest.length; at += 1)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const changed = Buffer.from(sampleRequest);
      changed[at] = value;
      expect(() => requestedUfrag(changed)).not.toThrow();
    }
});
