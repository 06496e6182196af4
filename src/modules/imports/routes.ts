import type { ConnectionManager } from "../../channel/channel.ts";
import { inject, routes } from "../../kit/http.ts";
import { importOne, oneBody } from "./import-one.ts";

/** Imports one row, for clients that read the file themselves. */
export default routes("/contactsImport")
  .use(inject<ConnectionManager>()("connectionManager"))
  .post("/", ({ store, connectionManager, body }) => importOne(store, connectionManager, body), { can: "contacts.write", body: oneBody });
