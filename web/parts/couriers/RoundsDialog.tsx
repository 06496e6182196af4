import { useSignals } from "@preact/signals-react/runtime";
import { Bike, HandCoins } from "lucide-react";
import { useState } from "react";
import { pixId } from "../../../src/shared/payments.ts";
import { useChoices } from "../../forms/choices.ts";
import { api, ApiError } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import { can } from "../../session/can.ts";
import { couriers } from "../orders/couriers.ts";
import { payments } from "../orders/payments.ts";
import type { FullOrder } from "../orders/types.ts";
import { type CourierLoad, isOwed, sumOwed, useLoad } from "./load.ts";
import { LoadView } from "./LoadView.tsx";
import { PrintRun } from "./RunSheet.tsx";
import { Link } from "wouter";
import "./texts.ts";

/** The orders that a courier carries, the cash of them, and its settling at the till. */
export function RoundsDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(couriers);
  useChoices(payments);
  const people = (couriers.rows.value ?? []).filter(({ isActive }) => isActive);
  const [chosen, setChosen] = useState<number | null>(null);
  const courierId = chosen ?? people[0]?.id ?? null;
  const { load, failed, retry } = useLoad(courierId);
  const [marks, setMarks] = useState<Record<number, boolean>>({});
  // A Pix is booked by hand only where someone has seen it.
  const isMarked = (order: FullOrder) => isOwed(order) && (marks[order.id] ?? !isPix(order));
  const marked = load?.orders.filter(isMarked) ?? [];
  const isWithout = couriers.rows.value !== null && people.length === 0;
  return (
    <Dialog
      title={t("rounds.title")}
      size="large"
      onClose={onClose}
      footer={load && load.orders.length > 0 && <Actions load={load} marked={marked} />}
    >
      {isWithout ? (
        <Empty
          icon={Bike}
          title={t("rounds.noCouriers")}
          text={t("rounds.noCouriersText")}
          action={
            <Link href="/couriers" className="btn btn-primary" onClick={onClose}>
              {t("rounds.toCouriers")}
            </Link>
          }
        />
      ) : (
        <div className="flex flex-col gap-4">
          <LabeledSelect
            label={t("rounds.courier")}
            value={courierId}
            options={people}
            onChange={setChosen}
            autoFocus
          />
          {load ? (
            <LoadView
              load={load}
              isMarked={isMarked}
              onMark={({ id }, isOn) => setMarks({ ...marks, [id]: isOn })}
            />
          ) : failed ? (
            <LoadError title={t("rounds.failed")} error={failed} onRetry={retry} />
          ) : (
            <Delayed>
              <Skeleton className="h-40 w-full" />
            </Delayed>
          )}
        </div>
      )}
    </Dialog>
  );
}

const isPix = ({ paymentId }: FullOrder) =>
  payments.rows.value?.find(({ id }) => id === paymentId)?.typePaymentId === pixId;

function Actions({ load, marked }: { load: CourierLoad; marked: FullOrder[] }) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const amount = money(sumOwed(marked));
  const settle = () =>
    run(async () => {
      try {
        await api.post(`/couriers/${load.courier.id}/settle`, {
          orderIds: marked.map(({ id }) => id),
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "ERR_NO_TILL") throw error;
        return toast.error(error, {
          label: t("rounds.openTill"),
          run: () => window.open("/tills", "_blank", "noreferrer"),
        });
      }
      toast.success(t("rounds.settled", { name: load.courier.name, amount }));
    });
  return (
    <>
      <PrintRun load={load} />
      {can("orders.write") && marked.length > 0 && (
        <button type="button" className="btn btn-primary" disabled={busy} onClick={settle}>
          <HandCoins size={18} aria-hidden />
          {t("rounds.settle", { amount })}
        </button>
      )}
    </>
  );
}
