import type { BrowserContext } from "@playwright/test";
import { blockMedia } from "../block-media.ts";
import { expect, test } from "../fixtures.ts";
import { signInQuietly } from "../people.ts";
import { type Visitor, visitPage } from "../visitor.ts";

/** What keeps the picture from a browser, by the cause that its page is to name. */
const hindrances: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  no_webrtc: (context) =>
    context.addInitScript(() => {
      for (const name of ["RTCPeerConnection", "MediaSource", "ManagedMediaSource"])
        Reflect.deleteProperty(window, name);
    }),
  format: (context) =>
    context.addInitScript(() => {
      MediaSource.isTypeSupported = () => false;
      // An offer of AV1 and VP9 alone has no codec that anybody publishes here.
      const addTransceiver = RTCPeerConnection.prototype.addTransceiver;
      RTCPeerConnection.prototype.addTransceiver = function (kind, init) {
        const transceiver = addTransceiver.call(this, kind, init);
        const { codecs = [] } = RTCRtpReceiver.getCapabilities("video") ?? {};
        const others = codecs.filter(({ mimeType }) => !/H264|VP8/i.test(mimeType));
        if (kind === "video") transceiver.setCodecPreferences(others);
        return transceiver;
      };
    }),
  network: async (context) => {
    await context.routeWebSocket(/\/frames\//, (socket) => socket.close());
    await blockMedia(context);
  },
  server_away: async (context) => {
    await context.routeWebSocket(/\/frames\//, (socket) => socket.close());
    await context.route(/\/whep\//, (route) => route.fulfill({ status: 503, body: "" }));
  },
};

const readers = [
  { login: "nico", locale: "en-US" },
  { login: "sofia", locale: "es-CO" },
];

/** The room names the cause with what one can do, and neither its buttons nor the sheet of a show ask for one. */
async function expectCause({ page, words }: Visitor, cause: string): Promise<void> {
  await visitPage(page, "/stream/luna");
  await expect(page.getByText(words(`picture_${cause}_title`)).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(words(`picture_${cause}_text`)).first()).toBeVisible();
  await expect(page.getByRole("button", { name: words("room_private_open") })).toHaveCount(0);
  await visitPage(page, "/stream/luna?show=private");
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText(words("picture_no_show"))).toBeVisible({ timeout: 20_000 });
  await expect(sheet.getByRole("button", { name: words("consent_ask_private") })).toHaveCount(0);
}

for (const [cause, hinder] of Object.entries(hindrances))
  test(`R-OPEN-60: a room that cannot play says why in both languages, and offers no show that nobody could see: ${cause}`, async ({
    visit,
  }) => {
    await Promise.all(
      readers.map(async ({ login, locale }) => {
        const fan = await visit({ locale });
        fan.problems.expect(/\/whep\/luna|frames\/luna/);
        await hinder(fan.page.context());
        await signInQuietly(fan, login);
        await expectCause(fan, cause);
      }),
    );
  });
