const transport = [
  "a=ice-ufrag:Ab+/",
  "a=ice-pwd:abcdefghijklmnopqrstuvwx",
  `a=fingerprint:sha-256 ${Array(32).fill("AB").join(":")}`,
  "a=setup:actpass",
];

const head = ["v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0"];

const twcc = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01";

/** An offer in the manner of Chrome: audio with Opus, video with VP8, H264 in three profiles, each with RTX. */
export function browserOffer(
  direction: "sendonly" | "recvonly",
  videoPayloads = "96 97 102 103 104 105 106 107",
): string {
  return [
    ...head,
    "a=group:BUNDLE 0 1",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9",
    "c=IN IP4 0.0.0.0",
    ...transport,
    "a=mid:0",
    `a=extmap:3 ${twcc}`,
    "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid",
    `a=${direction}`,
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=rtcp-fb:111 transport-cc",
    "a=fmtp:111 minptime=10;useinbandfec=1",
    "a=rtpmap:63 red/48000/2",
    "a=rtpmap:9 G722/8000",
    `m=video 9 UDP/TLS/RTP/SAVPF ${videoPayloads}`,
    "c=IN IP4 0.0.0.0",
    ...transport,
    "a=mid:1",
    `a=extmap:3 ${twcc}`,
    "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid",
    `a=${direction}`,
    "a=rtcp-mux",
    "a=rtpmap:96 VP8/90000",
    "a=rtpmap:97 rtx/90000",
    "a=fmtp:97 apt=96",
    "a=rtpmap:102 H264/90000",
    "a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f",
    "a=rtpmap:103 rtx/90000",
    "a=fmtp:103 apt=102",
    "a=rtpmap:104 H264/90000",
    "a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42e01f",
    "a=rtpmap:105 rtx/90000",
    "a=fmtp:105 apt=104",
    "a=rtpmap:106 H264/90000",
    "a=fmtp:106 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
    "a=rtpmap:107 rtx/90000",
    "a=fmtp:107 apt=106",
    "a=ssrc-group:FID 1111 1112",
    "a=ssrc:1111 cname:peer",
    "a=ssrc:1112 cname:peer",
    "",
  ].join("\r\n");
}
