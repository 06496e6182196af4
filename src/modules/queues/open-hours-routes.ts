import { routes } from "../../kit/http/http.ts";
import { openHours } from "./open-hours.ts";

export default routes("/open-hours").get("/", ({ db }) => openHours(db), { can: "tickets.read" });
