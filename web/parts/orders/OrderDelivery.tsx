import { useSignals } from "@preact/signals-react/runtime";
import { CalendarClock, MapPin, Store } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { placeUrl } from "../../../src/shared/place-url.ts";
import { saveEdit } from "../../forms/save-edit.ts";
import { useChoices } from "../../forms/choices.ts";
import { ApiError } from "../../kit/api.ts";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";
import { couriers } from "./couriers.ts";
import { AddressLines } from "./OrderDetails.tsx";
import { isFinal, orderStatuses } from "./statuses.ts";
import type { FullOrder } from "./types.ts";
import { wantedText } from "./wanted.ts";
import { WantedInput } from "./WantedInput.tsx";
import "./texts.ts";

/** When an order is wanted, where it goes, and who brings it. */
export function OrderDelivery({ order }: { order: FullOrder }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(couriers);
  useChoices(orderStatuses);
  const [problem, setProblem] = useState("");
  const isBrought = order.typeRoute === "ENTREGA";
  const mayChange = can("orders.write") && !isFinal(order, orderStatuses.rows.value ?? []);
  const people = (couriers.rows.value ?? []).filter(
    ({ id, isActive }) => isActive || id === order.courierId,
  );
  const save = async (change: { wantedAt: string | null } | { courierId: number | null }) => {
    setProblem("");
    try {
      const { wantedAt, courierId } = order;
      await saveEdit("/orders", { row: order, before: { wantedAt, courierId } }, change);
    } catch (error) {
      const reason = error instanceof ApiError ? error.fields.wantedAt : undefined;
      if (reason) setProblem(t(`orders.wanted.${reason}`));
      else toast.error(error);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {mayChange ? (
        <WantedInput
          key={order.wantedAt}
          value={order.wantedAt}
          problem={problem || undefined}
          onChange={(wantedAt) => void (wantedAt !== order.wantedAt && save({ wantedAt }))}
        />
      ) : (
        order.wantedAt && (
          <p className="flex items-center gap-2">
            <CalendarClock size={18} aria-hidden className="text-muted shrink-0" />
            {wantedText(order.wantedAt)}
          </p>
        )
      )}
      <div className="flex gap-2">
        {isBrought ? (
          <MapPin size={18} aria-hidden className="text-muted mt-0.5 shrink-0" />
        ) : (
          <Store size={18} aria-hidden className="text-muted mt-0.5 shrink-0" />
        )}
        <div className="min-w-0">
          {isBrought && order.contactAddress ? (
            <>
              <AddressLines address={order.contactAddress} />
              <OnMap address={order.contactAddress} />
            </>
          ) : (
            <p>{order.store.name}</p>
          )}
        </div>
      </div>
      {isBrought && mayChange && couriers.rows.value?.length === 0 && can("couriers.write") && (
        <Link href="/couriers" className="link text-small">
          {t("orders.courier.add")}
        </Link>
      )}
      {isBrought && mayChange && people.length > 0 && (
        <LabeledSelect
          label={t("orders.courier.title")}
          value={order.courierId}
          options={people}
          empty={t("orders.courier.none")}
          onChange={(courierId) => void save({ courierId: courierId || null })}
        />
      )}
    </div>
  );
}

/** A map at the place of an address, or a search for it. */
function OnMap({ address: at }: { address: NonNullable<FullOrder["contactAddress"]> }) {
  const { t } = useTranslation();
  return (
    <a href={placeUrl(at)} target="_blank" rel="noreferrer" className="link text-small">
      {t("orders.map")}
    </a>
  );
}
