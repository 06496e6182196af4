import { useEffect, useState } from "react";
import type { DeliveryFee } from "../../../src/modules/delivery-fees/table.ts";
import type { Store } from "../../../src/modules/stores/table.ts";
import { quote } from "../../../src/pricing/quote.ts";
import type { PaymentTerms, Quote, Terms } from "../../../src/pricing/terms.ts";
import type { FeeTier } from "../../../src/pricing/freight.ts";
import { centsOf } from "../../../src/shared/money.ts";
import { deliveryFeeTypes, type DeliveryFeeType } from "../../../src/shared/settings.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { choices } from "../../forms/choices.ts";
import { api } from "../../kit/api.ts";
import type { Address } from "../contacts/types.ts";
import { live } from "../../session/live.ts";
import { me } from "../../session/session.ts";
import type { Payment } from "../orders/types.ts";
import type { BudgetDraft } from "./draft.ts";
import { moment } from "../cart/moment.ts";

type Fee = Wire<DeliveryFee>;

export const stores = choices<Wire<Store>>("/stores/list", "store");

/** A store's delivery fees; null until they are loaded. */
export function useFees(storeId: number | null): FeeTier[] | null {
  const [fees, setFees] = useState<{ storeId: number; tiers: FeeTier[] } | null>(null);
  useEffect(() => {
    if (storeId === null) return;
    let late = false;
    const read = () =>
      void api.get<Fee[]>("/delivery-fee/list", { storeId }).then(
        (rows) => late || setFees({ storeId, tiers: rows.map(tierOf) }),
        () => undefined,
      );
    read();
    const closers = [live.on("deliveryFee", read), live.onReset(read)];
    return () => {
      late = true;
      for (const close of closers) close();
    };
  }, [storeId]);
  return fees?.storeId === storeId ? fees.tiers : null;
}

type Facts = {
  stores: Wire<Store>[];
  payments: Payment[];
  addresses: Address[];
  fees: FeeTier[] | null;
  /** The highest discount that this user may give, in percent; null for none. */ mostDiscount:
    | number
    | null;
};

/** The quote of the draft with the data on this screen. The server computes it again on saving. */
export function quoteOf(
  draft: BudgetDraft,
  { stores, payments, addresses, fees, mostDiscount }: Facts,
): Quote {
  const store = stores.find(({ id }) => id === draft.storeId);
  const payment = payments.find(({ id }) => id === draft.paymentId);
  const terms: Terms = {
    products: new Map(
      draft.lines.map(({ productId, isActive, unit = "un", price, groups }) => [
        productId,
        { isActive, unit, price, groups },
      ]),
    ),
    at: moment(),
    store: store
      ? { latitude: store.latitude, longitude: store.longitude, fees: fees ?? [] }
      : null,
    feeType: feeType(),
    payment: payment ? paymentTerms(payment) : null,
    coupon: draft.coupon,
    maxDiscount: mostDiscount === null ? null : Math.round(mostDiscount * 100),
    saved: draft.granted,
  };
  const { typeRoute, discount, installments, changeFor } = draft;
  return quote(terms, {
    items: draft.lines,
    typeRoute,
    address: addresses.find(({ id }) => id === draft.contactAddressId) ?? null,
    discount,
    installments,
    changeFor,
  });
}

const paymentTerms = ({
  typePayment: { change, installments },
  paymentDetails,
}: Payment): PaymentTerms => ({
  change,
  installments,
  rules: paymentDetails.map(({ minimumValue, installments }) => ({
    minimumValue: centsOf(minimumValue),
    installments,
  })),
});

const feeType = (): DeliveryFeeType =>
  deliveryFeeTypes.find(
    (type) =>
      type === me.peek()?.company.settings.find(({ key }) => key === "deliveryFeeType")?.value,
  ) ?? "value";

const tierOf = ({ saleValue, minKm, neighborhood, deliveryFee }: Fee): FeeTier => ({
  neighborhood,
  saleValue: saleValue === null ? null : centsOf(saleValue),
  minKm: minKm === null ? null : Math.round(minKm * 100),
  deliveryFee: centsOf(deliveryFee),
});
