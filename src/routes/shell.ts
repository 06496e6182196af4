import { z } from "zod";
import type { BoxHealth } from "../health/box-health.ts";
import { wordsQuery } from "../kit/http/fields.ts";
import type { AuthContext } from "../kit/http/auth-context.ts";
import { inject, routes } from "../kit/http/http.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { write } from "../kit/db/written.ts";
import * as announcements from "../modules/announcements/announcements.ts";
import type { BackupRunner } from "../modules/backups/backup-runner.ts";
import type { SafeMode } from "../modules/backups/safe-mode.ts";
import { shutCompanies } from "../modules/backups/shut-companies.ts";
import { stateOf } from "../modules/backups/state.ts";
import * as bell from "../modules/bell/bell.ts";
import { publicBox, type Box } from "../modules/box/box.ts";
import * as chats from "../modules/chats/chats.ts";
import { board } from "../modules/orders/list.ts";
import * as reminders from "../modules/reminders/reminders.ts";
import { openHours } from "../modules/queues/open-hours.ts";
import * as drafts from "../modules/tickets/messages/drafts.ts";
import * as webhooks from "../modules/webhooks/webhooks.ts";
import { storedKinds } from "../shared/notifications.ts";
import { holds, type Permission } from "../shared/permissions.ts";
import type { PlanFlag } from "../shared/plan.ts";
import { pendingCode } from "../shared/sales.ts";
import { shellParts, type ShellPart } from "../shared/shell.ts";

type Asking = AuthContext & {
  dbs: CompanyDbs;
  backups: BackupRunner;
  safeMode: SafeMode;
  health: BoxHealth;
  box: Box;
};

/** `can` and `plan` are those of the route that serves the part alone. */
type Part = { can: Permission; plan?: PlanFlag; read(asking: Asking): unknown };

const first = { searchParam: "", pageNumber: 1 };

const parts: Record<ShellPart, Part> = {
  announcements: {
    can: "announcements.read",
    read: ({ dbs, me }) => announcements.list(dbs, me.super, first),
  },
  backups: {
    can: "backups.write",
    read: ({ control, backups }) => ({ stale: stateOf(control, backups).stale }),
  },
  box: { can: "settings.read", read: ({ box }) => publicBox(box) },
  chats: {
    can: "chats.read",
    plan: "useInternalChat",
    read: ({ db, me }) => chats.list(db, me, first),
  },
  drafts: { can: "tickets.read", read: ({ db, me }) => drafts.list(db, me) },
  health: {
    can: "health.read",
    read: async ({ health, db, me }) => ({
      findings: me.super ? await health.ofBox() : await health.ofShop(db),
    }),
  },
  notifications: {
    can: "notifications.read",
    read: ({ db, me, plan }) => bell.list(db, me, plan, { kinds: [...storedKinds], pageNumber: 1 }),
  },
  openHours: { can: "tickets.read", read: ({ db }) => openHours(db) },
  orders: {
    can: "orders.read",
    plan: "useSales",
    read: ({ db, me }) => board(db, me, { statusCode: pendingCode }),
  },
  reminders: {
    can: "tickets.read",
    read: ({ db, me }) => reminders.list(db, me, { state: "due", mine: true, pageNumber: 1 }),
  },
  safeMode: { can: "backups.write", read: ({ safeMode }) => ({ safeMode: safeMode.state }) },
  shutCompanies: { can: "companies.read", read: ({ dbs }) => shutCompanies(dbs) },
  webhooks: {
    can: "messages-api.read",
    plan: "useExternalApi",
    read: ({ db }) => webhooks.list(db),
  },
};

/**
 * Loads the menus and notices around every page in one call; `parts` names the requested ones.
 * Parts that the caller may not have are left out.
 */
export default routes("/shell")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<BackupRunner>()("backups"))
  .use(inject<SafeMode>()("safeMode"))
  .use(inject<BoxHealth>()("health"))
  .use(inject<Box>()("box"))
  .get(
    "/",
    async ({ query, ...asking }) => {
      const mine = (query.parts ?? shellParts).filter((name) => isOpen(parts[name], asking));
      return write(
        Object.fromEntries(
          await Promise.all(
            mine.map(async (name) => [name, await parts[name].read(asking)] as const),
          ),
        ),
      );
    },
    { can: "settings.read", query: z.object({ parts: wordsQuery(shellParts).optional() }) },
  );

const isOpen = ({ can, plan: flag }: Part, { me, plan }: AuthContext) =>
  holds(me, can) && (!flag || plan[flag]);
