import type { RawRequest } from "./raw-request.ts";

/** The credentials that anybody who calls the routes beside the contract may have. */
export type Keys = { model: string; streamKey: string; fanToken: string };

const form = { "content-type": "application/x-www-form-urlencoded" };
const sdp = { "content-type": "application/sdp" };
const tus = { "tus-resumable": "1.0.0" };
const fragment = { "content-type": "application/trickle-ice-sdpfrag" };

/** The routes beside the contract, each with `x` wherever they take something from the caller. */
export function hostileRoutes(x: string, { model, streamKey, fanToken }: Keys): RawRequest[] {
  const fan = { authorization: `Bearer ${fanToken}` };
  const publisher = { authorization: `Bearer ${streamKey}` };
  const post = (path: string, headers: Record<string, string>, body: string): RawRequest => ({
    method: "POST",
    path,
    headers,
    body,
  });
  const get = (path: string, headers: Record<string, string> = {}): RawRequest => ({
    method: "GET",
    path,
    headers,
  });
  return [
    get(`/auth/twitter/callback?state=${x}&code=${x}`, { cookie: `x_browser=${x}` }),
    get(`/auth/login-form?x=${x}`, {
      accept: "text/html",
      cookie: `locale=${x}; theme=${x}; routeBack=${x}`,
    }),
    post("/auth/login-form", form, `login=${x}&password=${x}&_token=${x}`),
    post(`/stop-notices/${x}`, form, "List-Unsubscribe=One-Click"),
    get(`/files/${x}`),
    get(`/files/avatars/${x}`),
    get(`/private-files/${x}?for=${x}&until=${x}&signature=${x}`),
    post(`/whip/${x}`, { ...sdp, ...publisher }, "v=0\0"),
    post(`/whip/${model}`, { ...sdp, authorization: `Bearer ${x}` }, "v=0\0"),
    post(`/whip/${model}`, { ...sdp, ...publisher }, `v=0\r\n${decodeURIComponent("%00")}`),
    post(`/whep/${x}`, { ...sdp, authorization: `Bearer ${x}` }, "v=0\0"),
    post(`/whep/${model}?layer=${x}`, { ...sdp, authorization: `Bearer ${x}` }, "v=0\0"),
    post(`/whep/${x}/${x}/layer`, { ...publisher, "content-type": "application/json" }, `{"layer":"${x}"}`),
    { method: "DELETE", path: `/whip/${x}/${x}`, headers: publisher },
    { method: "PATCH", path: `/whip/${x}/${x}`, headers: { ...publisher, ...fragment }, body: "a=\0" },
    post(`/service/payments/callback/${x}`, {}, x),
    post(`/service/payments/callback/sandbox?x=${x}`, { "content-type": "application/json" }, `"${x}"`),
    post(`/service/subscriptions/notice/${x}`, {}, x),
    post(`/service/subscriptions/notice/commercegate?key=${x}`, {}, `<a>${x}`),
    post(`/chat/${x}/message`, { "access-token": fanToken, "content-type": "multipart/form-data" }, "x"),
    post("/chat/1/message", { "access-token": x, origin: x }, "x"),
    post("/api/uploads", { ...tus, authorization: `Bearer ${x}`, "upload-length": "5" }, ""),
    post("/api/uploads", { ...tus, ...fan, "upload-length": x, "upload-metadata": `filetype ${x}` }, ""),
    post("/api/uploads", { ...tus, ...fan, "upload-length": "5", "upload-metadata": "filetype !" }, ""),
    { method: "PATCH", path: `/api/uploads/${x}`, headers: { ...tus, ...fan, "upload-offset": x }, body: x },
    { method: "DELETE", path: `/api/uploads/${x}`, headers: { ...tus, ...fan } },
    get(`/dev/outbox?mail=${x}`),
    get(`/dev/outbox/${x}`),
    get(`/api/docs/${x}`),
    get(`/api/docs/static/${x}`),
    get(`/sitemap.xml?${x}`),
    get(`/${x}`),
    get(`/${x}/${x}`),
    get(`/realtime?ticket=${x}`),
  ];
}

const json = "content-type: application/json";
const login = "POST /api/web_login HTTP/1.1";

/** Requests that no HTTP library makes, as they stand on the wire without `Host`, with the statuses that fit. */
export const hostileWire: readonly (readonly [head: string, body: string, statuses: readonly number[]])[] = [
  ["GET ///x// HTTP/1.1", "", [404]],
  ["GET // HTTP/1.1", "", [404]],
  ["GET //api/gender HTTP/1.1", "", [404]],
  ["GET /%00 HTTP/1.1", "", [404]],
  ["GET /%ff HTTP/1.1", "", [400]],
  ["GET /% HTTP/1.1", "", [400]],
  ["GET api/gender HTTP/1.1", "", [400]],
  ["GET http://elsewhere.example/api/gender HTTP/1.1", "", [200]],
  ["GET http:// HTTP/1.1", "", [400]],
  ["OPTIONS * HTTP/1.1", "", [404]],
  ["BREW /api/gender HTTP/1.1", "", [400]],
  [`GET /api/gender?${"x".repeat(20_000)} HTTP/1.1`, "", [431]],
  [`GET /api/gender HTTP/1.1\r\nx-large: ${"x".repeat(20_000)}`, "", [431]],
  [`GET /api/model-profile/${"x".repeat(400)} HTTP/1.1`, "", [414]],
  [`GET /api/gender HTTP/1.1\r\n${json}\r\ncontent-length: 2`, "{x", [200]],
  [
    "GET /api/gender HTTP/1.1\r\ncookie: token=%00%ff%; =; ;;\r\naccept-language: \xff;q=NaN,,;;q=",
    "",
    [200],
  ],
  ["GET /api/fan/profile HTTP/1.1\r\nauthorization: Bearer \xff", "", [401]],
  ["GET /api/gender HTTP/1.1\r\nx-forwarded-for: \xff, z\r\nx-forwarded-proto: \xff", "", [200]],
  [`${login}\r\n${json}\r\ncontent-length: abc`, "{}", [400]],
  [`${login}\r\n${json}\r\ncontent-length: 1`, "{}", [400]],
  [`${login}\r\n${json}\r\ntransfer-encoding: chunked`, "zz\r\n{}", [400]],
  [`${login}\r\n${json}\r\ntransfer-encoding: chunked\r\ncontent-length: 3`, "2\r\n{}\r\n0\r\n\r\n", [400]],
  [`${login}\r\ncontent-type: ;;;\r\ncontent-length: 2`, "{}", [415]],
  [`${login}\r\n${json}\r\nexpect: nonsense\r\ncontent-length: 2`, "{}", [417]],
];
