import type { Lines } from "../../channel/channel.ts";
import { idParam } from "../../kit/fields.ts";
import { inject, routes } from "../../kit/http.ts";
import { sendTest } from "./lifecycle/test-message.ts";

export default routes("/whatsapp")
  .use(inject<Lines>()("lines"))
  .post("/:id/test", ({ store, lines, params }) => sendTest(store, lines, params.id), { can: "connections-page:actionButtons", params: idParam });
