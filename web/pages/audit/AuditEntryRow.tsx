import {
  ArrowRightLeft,
  Banknote,
  Building2,
  Cable,
  Clock,
  DatabaseBackup,
  FileDown,
  FileUp,
  KeyRound,
  Landmark,
  LayoutTemplate,
  LifeBuoy,
  ListOrdered,
  LockOpen,
  LogIn,
  LogOut,
  type LucideIcon,
  Megaphone,
  Plug,
  Receipt,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Sparkles,
  Tags,
  Target,
  Trash2,
  Undo2,
  UserRound,
  Workflow,
  Users,
  Webhook,
} from "lucide-react";
import type { AuditEntry } from "../../../src/modules/audit/table.ts";
import type { AuditAction } from "../../../src/shared/audit.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { date, dateTime, money, t, useTranslation } from "../../kit/text.ts";
import { deviceOf } from "../../parts/device.ts";
import { areaText, attemptText } from "./attempt.ts";

export type AuditEntryRow = Omit<Wire<AuditEntry>, "details"> & {
  details: Record<string, unknown>;
};

const icons: Record<AuditAction, LucideIcon> = {
  signin: LogIn,
  signinFailed: ShieldAlert,
  signout: LogOut,
  sessionRevoked: LogOut,
  passwordChanged: KeyRound,
  totpOn: ShieldCheck,
  totpOff: ShieldAlert,
  recoveryUsed: KeyRound,
  denied: ShieldAlert,
  userCreated: UserRound,
  userChanged: UserRound,
  userDeleted: Trash2,
  roleChanged: ArrowRightLeft,
  roleCreated: ShieldCheck,
  roleEdited: ArrowRightLeft,
  roleDeleted: Trash2,
  automationCreated: Workflow,
  automationChanged: Workflow,
  automationDeleted: Trash2,
  settingChanged: Settings,
  connectionCreated: Cable,
  connectionChanged: Cable,
  cloudAccountChanged: Cable,
  connectionDeleted: Trash2,
  queueCreated: ListOrdered,
  queueChanged: ListOrdered,
  queueDeleted: Trash2,
  goalsChanged: Target,
  hoursChanged: Clock,
  ticketDeleted: Trash2,
  iaCreated: Sparkles,
  iaChanged: Sparkles,
  iaDeleted: Trash2,
  integrationCreated: Plug,
  integrationChanged: Plug,
  integrationDeleted: Trash2,
  contactDeleted: Trash2,
  contactsMerged: Users,
  numberRepaired: Users,
  contactsExported: FileDown,
  contactsImported: FileUp,
  contactExported: FileDown,
  contactErased: Trash2,
  tokenIssued: KeyRound,
  tokenRevoked: KeyRound,
  webhookCreated: Webhook,
  webhookChanged: Webhook,
  webhookDeleted: Webhook,
  webhookOff: Webhook,
  orderDeleted: Trash2,
  orderRefunded: Undo2,
  templateCreated: LayoutTemplate,
  templateChanged: LayoutTemplate,
  templateDeleted: Trash2,
  pixAccountChanged: Landmark,
  pixAccountRemoved: Landmark,
  tillWithdrawn: Banknote,
  tillReopened: LockOpen,
  figuresExported: FileDown,
  salesExported: FileDown,
  companyCreated: Building2,
  companyChanged: Building2,
  companyDeleted: Trash2,
  companyDownloaded: FileDown,
  companyBroughtBack: DatabaseBackup,
  planCreated: Tags,
  planChanged: Tags,
  planDeleted: Trash2,
  supportEntered: LifeBuoy,
  supportLeft: LifeBuoy,
  supportActed: LifeBuoy,
  supportOpened: LifeBuoy,
  supportExported: FileDown,
  recoveryCodeShown: KeyRound,
  restoreConfirmed: ShieldCheck,
  campaignStarted: Megaphone,
  campaignCancelled: Megaphone,
  optOutBack: Megaphone,
  invoicePaid: Receipt,
  invoiceVoided: Receipt,
  invoiceDiscounted: Receipt,
  invoiceWritten: Receipt,
  invoiceOverpaid: Receipt,
};
const serious: AuditAction[] = ["signinFailed", "denied", "totpOff", "recoveryUsed"];

/** One audit entry: the action, its subject, the user, the time and the address. */
export function AuditEntryRow({
  at,
  action,
  userName,
  userId,
  subject,
  details,
  address,
}: AuditEntryRow) {
  useTranslation();
  const Icon = icons[action];
  const about = isSupportsRead(action, subject) ? areaText(subject) : subjectOf(subject, userId);
  const more = detailsOf(details, settingIn(subject));
  const who = userName || t(details.signUp ? "audit.publicSignUp" : "audit.console");
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon
        size={18}
        aria-hidden
        className={`mt-0.5 shrink-0 ${serious.includes(action) ? "text-error" : "text-muted"}`}
      />
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-medium">{t(`audit.actions.${action}`)}</span>
          {about && <span className="break-words">: {about}</span>}
        </p>
        <p className="text-muted text-small break-words">
          {who}
          {more && ` · ${more}`}
          {address && <span className="tabular"> · {address}</span>}
        </p>
      </div>
      <time
        dateTime={at}
        className="text-muted text-small tabular shrink-0 text-right max-phone:max-w-16"
      >
        {dateTime(at)}
      </time>
    </li>
  );
}

/** Whether the subject is the route of an export, or of a list that support read. */
const isSupportsRead = (action: AuditAction, subject: string) =>
  action === "supportExported" || (action === "supportOpened" && subject.startsWith("GET "));

const kinds = [
  "user",
  "automation",
  "role",
  "queue",
  "connection",
  "ticket",
  "message",
  "contact",
  "import",
  "ia",
  "integration",
  "company",
  "invoice",
  "order",
  "campaign",
  "webhook",
  "plan",
  "till",
];
/** The action already names these subjects, with or without an id. */
const namedSubjects = ["contacts", "queues", "goals", "orders", "box", "opt-out"];

// "user 7 Ana" becomes a phrase. "user 7" is left out when user 7 signs in: the entry names them
// already.
function subjectOf(subject: string, userId: number | null) {
  const [, kind = "", id = "", name = ""] = /^([\w-]+) (\d+)(?: (.*))?$/.exec(subject) ?? [];
  if (["user", "import"].includes(kind) && name) return name;
  if (kind === "user" && Number(id) === userId) return "";
  if (kinds.includes(kind)) return `${t(`audit.kinds.${kind}`)} ${name || id}`;
  const setting = settingIn(subject);
  if (setting) return t(`settings.keys.${setting}.name`);
  const [, ofCampaigns] = /^campaign setting (\w+)$/.exec(subject) ?? [];
  if (ofCampaigns) return t("audit.campaignSetting", { name: labelOf(ofCampaigns) });
  const [, by] = /^support (.+)$/.exec(subject) ?? [];
  if (by) return `${t("audit.kinds.support")} ${by}`;
  return namedSubjects.includes(kind || subject) ? "" : attemptText(subject);
}

/** The key in "setting userRating". */
const settingIn = (subject: string) => /^setting (\w+)$/.exec(subject)?.[1];

function detailsOf(
  { device, of, by: _, step: __, changed, fields = changed, ...others }: Record<string, unknown>,
  setting?: string,
) {
  const named = (agent: unknown) => {
    const { browser, system } = deviceOf(String(agent));
    return browser && system ? t("sessions.on", { browser, system }) : "";
  };
  const ended =
    of === undefined ? "" : t("audit.ended", { device: named(of) || t("sessions.unknown") });
  const values = Object.entries(others).map(
    ([name, value]) => `${labelOf(name)}: ${valueText(name, value, setting)}`,
  );
  const texts =
    Array.isArray(fields) && fields.length > 0
      ? `${t("audit.details.fields")}: ${fields.map((field) => labelOf(String(field))).join(", ")}`
      : "";
  return [device === undefined ? "" : named(device), ended, ...values, texts]
    .filter(Boolean)
    .join(" · ");
}

const labelOf = (name: string) =>
  t(`audit.details.${name}`, { defaultValue: t("audit.details.other") });

/** Some settings have texts of their own for their values. */
function valueText(name: string, value: unknown, setting?: string): string {
  if (typeof value === "object" && value !== null && "from" in value && "to" in value)
    return `${valueText(name, value.from)} → ${valueText(name, value.to)}`;
  if (Array.isArray(value))
    return value.length > 0 ? value.map((one) => valueText(name, one)).join(", ") : "–";
  if (value === null || value === "") return "–";
  if (name === "value" && /^\d+\.\d\d$/.test(String(value))) return money(String(value));
  const [, day, label] = /^(\d{4}-\d\d-\d\d)( .*)?$/.exec(String(value)) ?? [];
  if (day) return `${date(day)}${label ?? ""}`;
  const usual = t(`audit.values.${String(value)}`, { defaultValue: String(value) });
  return setting
    ? t(`settings.keys.${setting}.values.${String(value)}`, { defaultValue: usual })
    : usual;
}
