import type { profileContract } from "#contract/profile.ts";
import { siteSlug } from "#contract/site-name.ts";
import { type Identity, reauthCredentialsOf, reauthRefused } from "#server/identity/identity.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { fieldProblem, problem, waitProblem } from "#server/kit/http/problem.ts";
import type { Profiles } from "./profiles.ts";

export type ProfileRoutesNeeds = { profiles: Profiles; cookies: Identity["cookies"] };

/** The routes by which people see and change their own account. */
export function profileRoutes({ profiles, cookies }: ProfileRoutesNeeds): Handlers<typeof profileContract> {
  const profile = async (call: Call<Viewer>) => {
    const body = await profiles.profile(call.viewer.userId);
    return body ? ({ status: 200, body } as const) : problem(call, "unauthenticated");
  };
  return {
    "GET /api/fan/profile": async (_input, call) => {
      const headers = { "set-cookie": cookies.fileSession(call.viewer) };
      return { ...(await profile(call)), headers };
    },
    "POST /api/fan/set-language": async ({ body }, call) => {
      await profiles.changeLanguage(call.viewer.userId, body.language);
      return profile(call);
    },
    "POST /api/fan/set-country": async ({ body }, call) => {
      await profiles.changeCountry(call.viewer.userId, body.country);
      return profile(call);
    },
    "POST /api/fan/store-avatar/{fanId}": async ({ params, files }, call) => {
      if (params.fanId !== call.viewer.userId) return problem(call, "not_your_account");
      const result = await profiles.storeAvatar(call.viewer.userId, files.avatar.bytes);
      if (result.ok) return profile(call);
      const { refusal } = result;
      if (refusal.code === "too_many") return waitProblem(call, "too_many_tries", refusal.retryAfterSeconds);
      return fieldProblem(call, refusal.code, "avatar");
    },
    "POST /api/fan/remove-avatar": async (_input, call) => {
      await profiles.removeAvatar(call.viewer.userId);
      return profile(call);
    },
    "POST /api/fan/turn-notification": async ({ body }, call) => {
      await profiles.setNotifications(call.viewer.userId, body.is_block_notification);
      return profile(call);
    },
    "POST /api/fan/block-user": async ({ body }, call) => {
      const result = await profiles.close(call.viewer.userId, reauthCredentialsOf(body, call));
      if (result.ok) return { status: 204, body: undefined };
      const { refusal } = result;
      if (refusal.code === "last_admin") return problem(call, "last_admin");
      return reauthRefused(call, refusal);
    },
    "GET /api/fan/export": async (_input, call) => {
      const result = await profiles.export(call.viewer.userId);
      if (!result.ok) return waitProblem(call, "too_many_tries", result.refusal.retryAfterSeconds);
      const headers = {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${siteSlug()}-data.zip"`,
      };
      return { status: 200, body: result.archive, headers };
    },
    "GET /api/get-main-page-counters": async (_input, call) => ({
      status: 200,
      body: await profiles.counters({ id: call.viewer.userId, role: call.viewer.role }),
    }),
  };
}
