import { test } from "../fixtures.ts";
import { comeIn, payAndTip, talk } from "../main-job.ts";

const desktop = { viewport: { width: 1440, height: 1000 }, isMobile: false, hasTouch: false };

test("R-LIVE-23, R-LIVE-25, R-PAY-02, R-PAY-33, R-UI-01: the same on a phone", async ({ visit }) => {
  const fan = await visit();
  const login = await comeIn(fan, "priya");
  await talk(fan, await visit(desktop), "priya", `hello from ${login}`);
  await payAndTip(fan, await visit(desktop), "priya", login);
});
