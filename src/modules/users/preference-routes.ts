import { routes } from "../../kit/http/http.ts";
import { change, preferencesBody, read } from "./preferences.ts";

export default routes("/preferences")
  .get("/", ({ db, me }) => read(db, me), { can: "tickets.read" })
  .put("/", ({ db, me, body }) => change(db, me, body), {
    can: "tickets.write",
    body: preferencesBody,
  });
