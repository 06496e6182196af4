import { useSignals } from "@preact/signals-react/runtime";
import {
  AlarmClock,
  CircleCheck,
  ClipboardList,
  FileCheck,
  FileX,
  Lock,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  ScrollText,
  Undo2,
} from "lucide-react";
import { Link } from "wouter";
import type { EntryKind } from "../../../../src/shared/contact-page.ts";
import { State } from "../../../kit/State.tsx";
import { clock, localDay, money, time, useTranslation } from "../../../kit/text.ts";
import { PaymentChip } from "../../../parts/orders/PaymentChip.tsx";
import { describe } from "./describe.ts";
import type { Entry } from "./entries.ts";

const icons: Record<EntryKind, LucideIcon> = {
  conversation: MessagesSquare,
  ticket: MessagesSquare,
  order: ClipboardList,
  budget: ScrollText,
  payment: CircleCheck,
  note: Lock,
  campaign: Megaphone,
  optOut: FileX,
  optIn: FileCheck,
  reminder: AlarmClock,
};

// Money that came is teal; dashed means that it stays in the house.
const tileOf = (entry: Entry) => {
  if (entry.kind === "payment" && !entry.isRefund) return "bg-primary/12 text-primary";
  if (entry.kind === "note") return "border-muted text-muted border border-dashed";
  return "bg-base-200 text-muted";
};

export function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { title, text, href, amount } = describe(t, entry);
  const Icon = entry.kind === "payment" && entry.isRefund ? Undo2 : icons[entry.kind];
  return (
    <li className="relative flex gap-3 py-2.5" data-kind={entry.kind}>
      <span className={`grid size-7 shrink-0 place-items-center rounded-lg ${tileOf(entry)}`}>
        <Icon size={16} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {href ? (
            <Link
              href={href}
              className="min-w-0 font-medium underline-offset-3 wrap-anywhere hover:underline"
            >
              {title}
            </Link>
          ) : (
            <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
          )}
          <Chips entry={entry} />
          {amount && (
            <span
              className={`tabular ml-auto whitespace-nowrap font-medium ${entry.kind === "order" && entry.isCancelled ? "text-muted line-through" : ""}`}
            >
              {money(amount)}
            </span>
          )}
        </div>
        {text && (
          <p className="text-muted text-small mt-px text-pretty break-words max-phone:pr-14">
            {text}
          </p>
        )}
      </div>
      <When at={entry.at} />
    </li>
  );
}

function Chips({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  if (entry.kind === "reminder" && entry.isDone)
    return <State tone="quiet">{t("contactPage.done")}</State>;
  if (entry.kind !== "order") return null;
  if (entry.isCancelled) return <State tone="quiet">{t("contactPage.cancelled")}</State>;
  return entry.paymentState === "unpaid" || entry.paymentState === "partial" ? (
    <span className="bg-amber-soft text-amber-strong tabular inline-flex h-5.5 items-center rounded-full px-2 text-xs font-medium whitespace-nowrap">
      {t("contactPage.owes", { amount: money(entry.owed) })}
    </span>
  ) : (
    <PaymentChip order={entry} short />
  );
}

function When({ at }: { at: string }) {
  useSignals();
  const { tag } = useTranslation();
  const day = new Date(at);
  const isToday = localDay(day) === localDay(new Date(clock.value));
  return (
    <time
      dateTime={at}
      className="text-muted text-small tabular max-phone:absolute max-phone:right-0 max-phone:bottom-2.5 phone:w-14 phone:shrink-0 phone:pt-px phone:text-right"
    >
      {isToday
        ? time(at)
        : new Intl.DateTimeFormat(tag, { day: "2-digit", month: "2-digit" }).format(day)}
    </time>
  );
}
