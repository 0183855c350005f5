import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { type mediaForm, photosContract } from "#contract/chat-files.ts";
import type { Language } from "#contract/common.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import type { EarlierUploads } from "#server/kit/http/earlier-uploads.ts";
import { languageOf } from "#server/kit/http/language.ts";
import { type Authenticate, mountContract } from "#server/kit/http/mount.ts";
import { fieldProblem, problem } from "#server/kit/http/problem.ts";
import { sendProblem } from "#server/messaging/answers.ts";
import type { Messaging } from "#server/messaging/messaging.ts";
import type { Participant } from "#server/messaging/participant.ts";
import type { MediaOffer, UploadRefusal } from "./upload-media.ts";

export type PhotosNeeds = {
  messaging: Messaging;
  authenticate: Authenticate;
  /** Whether a page of this origin may send files here. */
  isOurs: (origin: string) => boolean;
  /** Where files lie while they come in. */
  incoming: string;
  /** Files that came before their forms. */
  uploads: EarlierUploads;
};

const path = "/chat/:chat_id/message";
const tokenOf = ({ headers }: FastifyRequest) => {
  const token = headers["access-token"];
  return typeof token === "string" ? token : undefined;
};

/**
 * The routes of the photos origin, a subdomain of its own where one is set up. Pages of ours may call it from another
 * origin (CORS); the caller is identified by the header `access-token` alone.
 */
export function photosRoutes(needs: PhotosNeeds) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", (request, reply) => admitOrigin(needs, request, reply));
    scope.addHook("preParsing", (request, reply) => admitPerson(needs, request, reply));
    scope.options(path, (_request, reply) =>
      reply
        .status(204)
        .header("access-control-allow-methods", "POST")
        .header("access-control-allow-headers", "access-token, accept, accept-language, content-type")
        .header("access-control-max-age", "600")
        .send(),
    );
    const { incoming, uploads, authenticate } = needs;
    mountContract(scope, photosContract, handlers(needs), authenticate, { incoming, uploads, tokenOf });
  };
}

/** Lets the pages of ours read the answers; a page of another site is refused before anything is read. */
async function admitOrigin({ isOurs }: PhotosNeeds, request: FastifyRequest, reply: FastifyReply) {
  reply.header("vary", "origin");
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (isOurs(origin)) return void reply.header("access-control-allow-origin", origin);
  return refused(request, reply, problem(callOf(request), "foreign_origin"));
}

/** Nobody sends half a gigabyte into a chat that is not theirs. */
async function admitPerson(
  { authenticate, messaging }: PhotosNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (request.method === "OPTIONS") return;
  const token = tokenOf(request);
  const viewer = token ? await authenticate(token) : null;
  const chatId = Number((request.params as { chat_id?: string }).chat_id);
  // The contract refuses a caller without a session, and an id that is no number.
  if (!viewer || viewer.role === "admin" || !Number.isSafeInteger(chatId)) return;
  const refusal = await messaging.writeRefusal({ id: viewer.userId, role: viewer.role }, chatId);
  if (!refusal) return;
  return refused(request, reply, sendProblem(callOf(request, viewer.language) as Call, { code: refusal }));
}

/** `own`: the language of who asks, where they are known. */
const callOf = (request: FastifyRequest, own?: Language) => ({
  language: languageOf(request.headers["accept-language"], own),
});

function refused(
  _request: FastifyRequest,
  reply: FastifyReply,
  { status, body }: { status: number; body: unknown },
): FastifyReply {
  return reply.status(status).header("cache-control", "no-store").send(body);
}

function handlers({ messaging }: PhotosNeeds): Handlers<typeof photosContract> {
  return {
    "POST /chat/{chat_id}/message": async ({ params, body, files }, call) => {
      const offer = offerOf(body);
      if (offer === "price_missing") return fieldProblem(call, offer, "price");
      const { path, size } = files.file;
      const sent = await messaging.uploadMedia(participantOf(call), {
        chatId: params.chat_id,
        tempId: body.temp_id ?? null,
        caption: body.body ?? "",
        file: { path, size, poster: files.poster?.bytes ?? null },
        offer,
      });
      return sent.ok ? { status: 201, body: sent.message } : takeProblem(call, sent.refusal);
    },
  };
}

const participantOf = ({ viewer }: Call<Viewer>): Participant => ({
  id: viewer.userId,
  role: viewer.role === "model" ? "model" : "fan",
});

function offerOf({
  type,
  price,
  description = "",
}: z.output<typeof mediaForm>): MediaOffer | "price_missing" {
  if (type === "media") return null;
  return price === undefined ? "price_missing" : { price, description };
}

function takeProblem(call: Call, refusal: UploadRefusal) {
  switch (refusal.code) {
    case "not_for_fans":
      return problem(call, refusal.code);
    case "too_large":
      return problem(call, "picture_too_large");
    case "not_media":
    case "picture_broken":
    case "picture_pixels":
      return fieldProblem(call, refusal.code, "file");
    default:
      return sendProblem(call, refusal);
  }
}
