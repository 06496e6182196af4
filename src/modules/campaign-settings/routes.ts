import { routes } from "../../kit/http/http.ts";
import { list, settingsBody, write } from "./settings.ts";

export default routes("/campaign-settings")
  .get("/", ({ db }) => list(db), { can: "campaign-settings.read", plan: "useCampaigns" })
  .post("/", ({ db, me, body }) => write(db, body, me.id), {
    can: "campaign-settings.write",
    plan: "useCampaigns",
    body: settingsBody,
  });
