import type { ConnectionManager } from "../../channel/channel.ts";
import { idParam } from "../../kit/fields.ts";
import { inject, routes } from "../../kit/http.ts";
import { sendTest } from "./lifecycle/test-message.ts";

export default routes("/whatsapp")
  .use(inject<ConnectionManager>()("connectionManager"))
  .post("/:id/test", ({ store, connectionManager, params }) => sendTest(store, connectionManager, params.id), { can: "connections-page:actionButtons", params: idParam });
