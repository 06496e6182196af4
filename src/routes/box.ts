import { z } from "zod";
import { email } from "../kit/http/fields.ts";
import { inject, routes } from "../kit/http/http.ts";
import type { SmtpClient } from "../kit/net/smtp.ts";
import type { SafeMode } from "../modules/backups/safe-mode.ts";
import { boxBody, changeBox, shownBox, type Box } from "../modules/box/box.ts";
import { boxEdits } from "../modules/box/table.ts";
import { hurryMail, mailStatus } from "../modules/mail/outbox.ts";
import { testMail } from "../modules/mail/server.ts";
import { languages } from "../shared/languages.ts";

const testBody = z.object({ to: email, language: z.enum(languages) });

const owners = { can: "box.write" } as const;

/** The owner's settings of the box itself. */
export default routes("/box")
  .use(inject<Box>()("box"))
  .use(inject<SmtpClient>()("smtp"))
  .use(inject<SafeMode>()("safeMode"))
  .get("/", ({ box }) => shownBox(box), owners)
  .put(
    "/",
    ({ box, db, me, body }) => {
      const settings = changeBox(box, db, body, me.id);
      // The change may have repaired the mail server, so waiting mails are retried now.
      hurryMail(box.control);
      return settings;
    },
    { ...owners, body: boxBody, edits: { table: boxEdits, control: true, own: () => 1 } },
  )
  .get("/mail", ({ control }) => mailStatus(control), owners)
  .post(
    "/mail/test",
    ({ box, smtp, safeMode, body }) => {
      safeMode.refuse();
      return testMail(box, smtp, body.to, body.language);
    },
    { ...owners, body: testBody },
  );
