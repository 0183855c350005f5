import fc from "fast-check";
import sdpTransform from "sdp-transform";
import { describe, expect, test } from "vitest";
import { negotiatePublisher, negotiateViewer } from "#engine/negotiation.ts";
import { buildAnswer, type LocalTransport } from "#engine/sdp/answer.ts";
import { type Offer, parseOffer } from "#engine/sdp/offer.ts";
import { browserOffer } from "#testing/media-engine/browser-offer.ts";

const local: LocalTransport = {
  ufrag: "loca",
  password: "localpasswordlocalpass",
  fingerprint: `sha-256 ${Array(32).fill("01").join(":")}`,
  setup: "passive",
  candidates: [{ address: "192.0.2.7", port: 5000, priority: 99, transport: "UDP" }],
};
const sources = { audioSsrc: 10, videoSsrc: 20, videoRtxSsrc: 21 };

function parsed(sdp: string): Offer {
  const offer = parseOffer(sdp);
  if (!offer) throw new Error("not an offer");
  return offer;
}

function answerToPublisher(sdp: string): string {
  const negotiated = negotiatePublisher(parsed(sdp));
  if (typeof negotiated === "string") throw new Error(negotiated);
  return buildAnswer(parsed(sdp), local, negotiated.sections);
}

function answerToViewer(sdp: string): string {
  const negotiated = negotiateViewer(parsed(sdp), sources);
  if (typeof negotiated === "string") throw new Error(negotiated);
  return buildAnswer(parsed(sdp), local, negotiated.sections);
}

describe("an offer", () => {
  test("is read whole", () => {
    const offer = parsed(browserOffer("sendonly"));
    expect(offer.transport).toMatchObject({ ufrag: "Ab+/", password: "abcdefghijklmnopqrstuvwx" });
    expect(offer.media.map((media) => [media.kind, media.mid, media.direction])).toEqual([
      ["audio", "0", "sendonly"],
      ["video", "1", "sendonly"],
    ]);
    expect(offer.media[1]?.retransmissionPairs).toEqual([{ primarySsrc: 1111, rtxSsrc: 1112 }]);
  });

  test.each([
    ["nothing", () => ""],
    ["no SDP", () => "hello"],
    ["no media", () => "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n"],
    ["no fingerprint", (sdp: string) => sdp.replace(/a=fingerprint.*\r\n/g, "")],
    ["a short fingerprint", (sdp: string) => sdp.replace(/(a=fingerprint:sha-256 AB:AB).*/g, "$1")],
    ["an unknown hash", (sdp: string) => sdp.replaceAll("sha-256", "md5")],
    ["no ICE user", (sdp: string) => sdp.replace(/a=ice-ufrag.*\r\n/g, "")],
    ["an endless ICE user", (sdp: string) => sdp.replaceAll("ufrag:Ab+/", `ufrag:${"A".repeat(5000)}`)],
    ["a short ICE password", (sdp: string) => sdp.replaceAll("abcdefghijklmnopqrstuvwx", "x")],
    ["a strange role", (sdp: string) => sdp.replaceAll("setup:actpass", "setup:holdconn")],
    ["no mid", (sdp: string) => sdp.replace("a=mid:1\r\n", "")],
    ["more lines than any client writes", (sdp: string) => sdp + "a=\r\n".repeat(1000)],
    ["a long row of payload types", (sdp: string) => sdp.replace(" 96 97", ` ${"0 ".repeat(15_000)}96 97`)],
    ["a long row of spaces", (sdp: string) => sdp.replace(" 96 97", `${" ".repeat(34_000)}96 97`)],
    [
      "more codecs than payload types",
      (sdp: string) => sdp.replace("a=rtpmap:96", `${"a=rtpmap:97 A/1\r\n".repeat(128)}$&`),
    ],
    ["more than 64 KB", (sdp: string) => sdp + "a=x:y\r\n".repeat(10_000)],
  ])("with %s is refused", (_what, spoil) => {
    expect(parseOffer(spoil(browserOffer("sendonly")))).toBeNull();
  });

  test("of hundreds of lines with every payload type there is, as browsers with many codecs write, is read whole", () => {
    const types = Array.from({ length: 128 }, (_, type) => type);
    const codecs = types.map((type) => `a=rtpmap:${type} VP8/90000\r\na=rtcp-fb:${type} nack\r\n`);
    const [audio] = browserOffer("sendonly").split("m=video");
    const [, video = ""] = browserOffer("sendonly", types.join(" ")).split("m=video");
    const sdp = `${audio}m=video${video.replace(/a=(rtpmap|fmtp):.*\r\n/g, "")}${codecs.join("")}`;
    expect(parsed(sdp).media[1]?.codecs.map(({ payloadType }) => payloadType)).toEqual(types);
  });

  test("with random bytes changed never makes the engine throw", () => {
    const good = Buffer.from(browserOffer("sendonly"));
    const change = fc.record({ at: fc.nat(good.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 30 }), (changes) => {
        const bytes = Buffer.from(good);
        for (const { at, byte } of changes) bytes[at] = byte;
        const offer = parseOffer(bytes.toString("latin1"));
        if (!offer) return;
        for (const negotiated of [negotiatePublisher(offer), negotiateViewer(offer, sources)]) {
          if (typeof negotiated !== "string")
            sdpTransform.parse(buildAnswer(offer, local, negotiated.sections));
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe("an answer", () => {
  test("to a publisher takes its favourite codec with repair and feedback", () => {
    const answer = sdpTransform.parse(answerToPublisher(browserOffer("sendonly")));
    const [audio, video] = answer.media;
    expect(audio).toMatchObject({ payloads: 111, direction: "recvonly", setup: "passive", port: 9 });
    expect(video).toMatchObject({ payloads: "96 97", direction: "recvonly", rtcpMux: "rtcp-mux" });
    expect(video?.rtcpFb?.map((line) => [line.type, line.subtype].join(" ").trim())).toEqual([
      "nack",
      "nack pli",
      "ccm fir",
      "transport-cc",
    ]);
    expect(answer.groups).toEqual([{ type: "BUNDLE", mids: "0 1" }]);
    expect(audio?.candidates?.[0]).toMatchObject({ ip: "192.0.2.7", port: 5000, type: "host" });
  });

  test("to a publisher of H264 takes constrained baseline in packetization mode 1 and no other profile", () => {
    const answer = sdpTransform.parse(answerToPublisher(browserOffer("sendonly", "102 103 104 105 106 107")));
    expect(answer.media[1]?.payloads).toBe("106 107");
    expect(negotiatePublisher(parsed(browserOffer("sendonly", "102 103 104 105")))).toBe("unsupported_codec");
  });

  test.each([
    ["42e01f", "as browsers and OBS write it"],
    ["42c01f", "as x264 and GStreamer write it"],
    ["42401f", "without the flag of a plain baseline"],
  ])("to a publisher takes constrained baseline written %s, %s", (profile) => {
    const offer = browserOffer("sendonly", "106 107").replaceAll(
      /profile-level-id=\w+/g,
      `profile-level-id=${profile}`,
    );
    expect(sdpTransform.parse(answerToPublisher(offer)).media[1]?.payloads).toBe("106 107");
  });

  test.each(["42001f", "4d401f", "64001f"])("to a publisher refuses the profile %s", (profile) => {
    const offer = browserOffer("sendonly", "106 107").replaceAll(
      /profile-level-id=\w+/g,
      `profile-level-id=${profile}`,
    );
    expect(negotiatePublisher(parsed(offer))).toBe("unsupported_codec");
  });

  test("to a viewer offers every codec that may come, the primary source before its retransmissions", () => {
    const sdp = answerToViewer(browserOffer("recvonly"));
    const [audio, video] = sdpTransform.parse(sdp).media;
    expect(audio).toMatchObject({ payloads: 111, direction: "sendonly" });
    expect(video?.payloads).toBe("96 97 106 107");
    expect(sdp.indexOf("a=ssrc:20 ")).toBeLessThan(sdp.indexOf("a=ssrc:21 "));
    expect(sdp.indexOf("a=ssrc:20 ")).toBeGreaterThan(0);
    expect(video?.ssrcGroups).toEqual([{ semantics: "FID", ssrcs: "20 21" }]);
    expect(video?.rtcpFb?.some((line) => line.type === "transport-cc")).toBe(false);
    expect(video?.rtcpFb?.some((line) => line.type === "goog-remb")).toBe(false);
    const withEstimate = browserOffer("recvonly").replace(
      /a=rtpmap:96.*\r\n/,
      "$&a=rtcp-fb:96 goog-remb\r\n",
    );
    expect(answerToViewer(withEstimate)).toContain("a=rtcp-fb:96 goog-remb");
  });

  test("accepts simulcast layers that a publisher announces", () => {
    const layers = "a=rid:h send\r\na=rid:l send\r\na=simulcast:send h;l\r\n";
    const sdp = answerToPublisher(browserOffer("sendonly").replace(/a=ssrc[\s\S]*$/, layers));
    expect(sdp).toContain("a=rid:h recv\r\na=rid:l recv");
    expect(sdp).toContain("a=simulcast:recv h;l");
  });

  test("is refused to who sends nothing, and to sections that would need two transports", () => {
    expect(negotiatePublisher(parsed(browserOffer("recvonly")))).toBe("unsupported_codec");
    expect(negotiateViewer(parsed(browserOffer("sendonly")), sources)).toBe("unsupported_codec");
    const unbundled = browserOffer("sendonly").replace("a=group:BUNDLE 0 1\r\n", "");
    expect(negotiatePublisher(parsed(unbundled))).toBe("bad_sdp");
  });

  test("of sound alone is refused to a publisher, whose room would show nothing, and taken from a viewer", () => {
    const sound = (direction: "sendonly" | "recvonly") =>
      browserOffer(direction).replace(/m=video[\s\S]*$/, "");
    expect(negotiatePublisher(parsed(sound("sendonly")))).toBe("unsupported_codec");
    expect(typeof negotiateViewer(parsed(sound("recvonly")), sources)).toBe("object");
  });

  test("turns a section it has no use for down without touching the others", () => {
    const data =
      "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\na=mid:2\r\na=sctp-port:5000\r\n";
    const answer = sdpTransform.parse(answerToPublisher(browserOffer("sendonly") + data));
    expect(answer.media[2]).toMatchObject({ type: "application", port: 0, mid: 2 });
    expect(answer.groups?.[0]?.mids).toBe("0 1");
  });
});
