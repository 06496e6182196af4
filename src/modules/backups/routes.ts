import { z } from "zod";
import { bounded } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { Seals } from "../../kit/files/seal.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { checkOwnPassword, identityOf } from "../identities/check-own-password.ts";
import type { BackupRunner } from "./backup-runner.ts";
import { changePlan, planBody, updatePlan } from "./plan.ts";
import { recoveryCode } from "./recovery-code.ts";
import type { SafeMode } from "./safe-mode.ts";
import { stateOf } from "./state.ts";
import { refuseClosedStorage } from "./storage-guard.ts";
import { backupPlan } from "./table.ts";

const owners = { can: "backups.write" } as const;

export default routes("/backups")
  .use(inject<SafeMode>()("safeMode"))
  .use(inject<BackupRunner>()("backups"))
  .use(inject<Seals>()("seals"))
  .get("/", ({ control, backups }) => stateOf(control, backups), owners)
  .post(
    "/",
    ({ control, backups, set }) => {
      backups.copy("hand");
      set.status = 202;
      return stateOf(control, backups);
    },
    owners,
  )
  .post(
    "/drill",
    ({ control, backups, set }) => {
      backups.drill();
      set.status = 202;
      return stateOf(control, backups);
    },
    owners,
  )
  .get("/safe-mode", ({ safeMode }) => ({ safeMode: safeMode.state }), owners)
  .delete(
    "/safe-mode",
    async ({ safeMode, db, me }) => {
      await safeMode.leave();
      db.write((tx) =>
        addAuditEntry(tx, { userId: me.id, action: "restoreConfirmed", subject: "box" }),
      );
      return { safeMode: safeMode.state };
    },
    owners,
  )
  .put(
    "/",
    async ({ control, db, seals, me, backups, body }) => {
      await refuseClosedStorage(body.endpoint, backups.terms.allow);
      changePlan(control, db, { seals, data: backups.data }, body, me.id);
      return stateOf(control, backups);
    },
    { ...owners, body: planBody, edits: { table: backupPlan, control: true, own: () => 1 } },
  )
  // The code opens every copy, so an unlocked screen is not enough: the owner gives the password.
  .post(
    "/sheet",
    async ({ control, db, me, session, backups, body }) => {
      await checkOwnPassword(control, identityOf(control, session), body.password, "password");
      db.write((tx) =>
        addAuditEntry(tx, { userId: me.id, action: "recoveryCodeShown", subject: "box" }),
      );
      updatePlan(control, { sheetAt: new Date(control.now()) });
      return { code: recoveryCode(backups.data) };
    },
    { ...owners, body: z.object({ password: bounded(128).optional() }) },
  );
