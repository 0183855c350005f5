import { queryOptions } from "@tanstack/react-query";
import type { GalleryPicture } from "#contract/gallery.ts";
import { FailedAnswer } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The pictures of the model's own page, in their order. */
export const galleryQuery = queryOptions<readonly GalleryPicture[]>({
  queryKey: ["studio", "gallery"],
  async queryFn({ signal, meta }) {
    const answer = await queryApi(meta).call("GET /api/studio/gallery", { signal });
    if (answer.status === 200) return answer.body.pictures;
    throw new FailedAnswer(answer);
  },
});
