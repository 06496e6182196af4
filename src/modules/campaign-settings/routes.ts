import { routes } from "../../kit/http.ts";
import { list, settingsBody, write } from "./settings.ts";

export default routes("/campaign-settings")
  .get("/", ({ store }) => list(store), { can: "campaign-settings.read", plan: "useCampaigns" })
  .post("/", ({ store, me, body }) => write(store, body, me.id), {
    can: "campaign-settings.write",
    plan: "useCampaigns",
    body: settingsBody,
  });
