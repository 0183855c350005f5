import { queryOptions } from "@tanstack/react-query";
import type { GalleryPicture } from "#contract/gallery.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The pictures of the model's own page, in their order. */
export const galleryQuery = queryOptions<readonly GalleryPicture[]>({
  queryKey: ["studio", "gallery"],
  async queryFn({ signal, meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/gallery", { signal })).pictures;
  },
});
