import { useSignals } from "@preact/signals-react/runtime";
import { Lock, Plus } from "lucide-react";
import { useState } from "react";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { api } from "../../kit/api.ts";
import { decimalOf } from "../../kit/decimal.ts";
import { Facts } from "../../kit/Facts.tsx";
import { LeaveGuard } from "../../kit/LeaveGuard.tsx";
import { Page } from "../../kit/Page.tsx";
import { money, timeOrDateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import { can } from "../../session/can.ts";
import { CourierRounds } from "../../parts/couriers/CourierRounds.tsx";
import { ClosingWords } from "./ClosingWords.tsx";
import { type Counted, sumOf } from "./count.ts";
import { signed } from "./Difference.tsx";
import { DrawerCount } from "./DrawerCount.tsx";
import { MethodTable } from "./MethodTable.tsx";
import { MoveCash } from "./MoveCash.tsx";
import { Movements } from "./Movements.tsx";
import { PrintTill } from "./TillPaper.tsx";
import type { FullTill } from "./types.ts";

/** Counts an open till and closes it. A difference never keeps it open. rules.md#tills */
export function CloseTill({
  till,
  onChange,
}: {
  till: FullTill;
  onChange: (till: FullTill) => void;
}) {
  useSignals();
  const { t, tag } = useTranslation();
  const [pieces, setPieces] = useState<Counted>({});
  const [typed, setTyped] = useState<Record<number, string>>({});
  const [reason, setReason] = useState("");
  const [rest, setRest] = useState("");
  const [isMoving, setIsMoving] = useState(false);
  const [busy, run] = useBusy();

  const cash = sumOf(pieces);
  const centsIn = (text: string) => Math.round((decimalOf(text, tag) ?? 0) * 100);
  const drawer = till.sums.find(({ isDrawer }) => isDrawer);
  const counted = countedSums(till, cash, (paymentId) => {
    const text = typed[paymentId];
    return text === undefined ? undefined : centsIn(text);
  });
  const difference = counted.reduce(
    (all, { cents, expected }) => all + cents - centsOf(expected),
    0,
  );
  const isBegun = Object.values(pieces).some(Boolean) || reason !== "" || rest !== "";

  const close = () =>
    run(async () => {
      const closed = await api.post<FullTill>(`/tills/${till.id}/close`, {
        counted: counted.map(({ paymentId, cents }) => ({ paymentId, value: amountOf(cents) })),
        reason,
        rest: rest.trim() === "" ? null : amountOf(centsIn(rest)),
      });
      setPieces({});
      toast.success(t("tills.closedNow"));
      onChange(closed);
    });

  return (
    <Page
      title={t("tills.close")}
      parent={{ href: "/tills", label: t("tills.title") }}
      lead={t("tills.about", {
        store: till.store.name,
        name: till.user?.name ?? t("common.someone"),
        time: timeOrDateTime(till.openedAt),
        amount: money(till.openingAmount),
        count: till.orders,
      })}
      actions={<TillActions till={till} busy={busy} onClose={() => void close()} />}
    >
      <LeaveGuard dirty={isBegun && !busy} />
      <TillFacts till={till} expected={drawer?.expected ?? "0.00"} cash={cash} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <DrawerCount counted={pieces} onChange={setPieces} />
        <div className="flex min-w-0 flex-col gap-4">
          <MethodTable
            sums={counted}
            difference={difference}
            typed={typed}
            onType={(paymentId, text) => setTyped({ ...typed, [paymentId]: text })}
          />
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Movements
              till={till}
              tools={
                can("tills.write") && (
                  <button
                    type="button"
                    className="btn btn-ghost btn-sm font-normal"
                    onClick={() => setIsMoving(true)}
                  >
                    <Plus size={15} aria-hidden />
                    {t("tills.move")}
                  </button>
                )
              }
            />
            <ClosingWords
              difference={difference}
              cash={cash}
              reason={reason}
              onReason={setReason}
              rest={rest}
              onRest={setRest}
            />
          </div>
        </div>
      </div>
      {isMoving && (
        <MoveCash tillId={till.id} onMoved={onChange} onClose={() => setIsMoving(false)} />
      )}
    </Page>
  );
}

type FactsProps = { till: FullTill; expected: string; cash: number };

function TillFacts({ till, expected, cash }: FactsProps) {
  const { t } = useTranslation();
  const difference = cash - centsOf(expected);
  return (
    <Facts
      cells={[
        {
          label: t("tills.taken"),
          value: money(till.taken),
          note: t("tills.ordersCount", { count: till.orders }),
        },
        {
          label: t("tills.inDrawer"),
          value: money(expected),
          note: t("tills.inDrawerNote"),
        },
        { label: t("tills.counted"), value: money(amountOf(cash)) },
        {
          label: t("tills.difference"),
          value: signed(difference),
          note: t(
            difference < 0 ? "tills.missing" : difference > 0 ? "tills.tooMuch" : "tills.exact",
          ),
          tone: difference < 0 ? "error" : undefined,
        },
      ]}
    />
  );
}

/** The sums of a till as they were counted. A method that was not counted has what is expected. */
const countedSums = (
  { sums }: FullTill,
  cash: number,
  typedCents: (paymentId: number) => number | undefined,
) =>
  sums.map((sum) => ({
    ...sum,
    cents: sum.isDrawer ? cash : (typedCents(sum.paymentId) ?? centsOf(sum.expected)),
  }));

type ActionsProps = { till: FullTill; busy: boolean; onClose: () => void };

function TillActions({ till, busy, onClose }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <CourierRounds />
      <PrintTill till={till} />
      {can("tills.write") && (
        <button type="button" className="btn btn-primary" disabled={busy} onClick={onClose}>
          <Lock size={18} aria-hidden />
          {t("tills.close")}
        </button>
      )}
    </>
  );
}
