import { z } from "zod";
import { readBytes } from "../kit/http/body.ts";
import { inject, pageRoutes } from "../kit/http/http.ts";
import type { OfficialChannel } from "../modules/cloud-accounts/official-channel.ts";

/** Meta's webhooks have up to 3 MB. */
const largest = 3 * 1024 * 1024;

const params = z.object({ uuid: z.string().max(100) });

/**
 * The address to which Meta sends the webhooks of the official channel: without a session, since
 * each body is signed. rules.md#cloud-webhooks
 */
export default pageRoutes("/cloud")
  .use(inject<OfficialChannel>()("officialChannel"))
  .get(
    "/:uuid",
    ({ officialChannel, params: { uuid }, query }) =>
      new Response(officialChannel.handshake(uuid, query), {
        headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      }),
    { params },
  )
  .post(
    "/:uuid",
    async ({ officialChannel, params: { uuid }, request }) => {
      const signature = request.headers.get("x-hub-signature-256");
      officialChannel.admit(uuid, signature);
      const bytes = await readBytes(request, largest);
      await officialChannel.receive({ path: uuid, bytes, signature });
      return {};
    },
    { params },
  );
