import { z } from "zod";
import { notOnVisits } from "../../kit/fault.ts";
import { bounded, text } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { isSetting, settingField } from "../../shared/settings.ts";
import { list, write } from "./settings.ts";

export default routes("/settings")
  .get("/", ({ db }) => list(db), { can: "settings.read" })
  .put(
    "/:key",
    ({ db, me, params: { key }, body }) => {
      if (me.isVisiting && isSetting(key) && settingField(key).closedToVisits) throw notOnVisits();
      return write(db, key, body.value, me.id);
    },
    {
      can: "settings.write",
      params: z.object({ key: bounded(60) }),
      body: z.object({ value: text(500) }),
    },
  );
