import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { searchContacts } from "../../../inbox/new-ticket.ts";
import { Kbds } from "../../../kit/Kbd.tsx";
import { LabeledSelect } from "../../../kit/LabeledSelect.tsx";
import { Tabs } from "../../../kit/Tabs.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { CouponPart } from "../../../parts/budgets/CouponPart.tsx";
import { AddressPart } from "../../../parts/budgets/DeliveryPart.tsx";
import { DiscountPart } from "../../../parts/budgets/DiscountPart.tsx";
import { type BudgetDraft, changeDraft } from "../../../parts/budgets/draft.ts";
import { type Obstacle, partOf, problemText, unfinished } from "../../../parts/cart/problems.ts";
import { Totals } from "../../../parts/budgets/Totals.tsx";
import type { useBudgetForm } from "../../../parts/budgets/use-budget-form.ts";
import { AddressDialog } from "../../../parts/contacts/AddressDialog.tsx";
import { ContactPicker } from "../../../parts/contacts/ContactPicker.tsx";
import { NewContact } from "../../../parts/contacts/lazy-dialogs.ts";
import type { Address } from "../../../parts/contacts/types.ts";
import { WantedInput } from "../../../parts/orders/WantedInput.tsx";
import { can } from "../../../session/can.ts";
import { changeCounter, setChannel, setContact } from "./sale.ts";
import { sideContent, sideFoot } from "./side.ts";

type Props = {
  sale: BudgetDraft;
  form: ReturnType<typeof useBudgetForm>;
  /** The fields that are still missing. */
  missing: Obstacle[];
  isReady: boolean;
  onReceive: () => void;
};

const handOvers = ["taken", "fetched", "delivered"] as const;

/** The terms of a sale, none of which has to be chosen: client, delivery, discount and notes. */
export function SaleTerms({ sale, form, missing, isReady, onReceive }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { quoted, quoteWith, obstacles, mostDiscount, stores, isLoading } = form;
  const counter = sale.counter!;
  const [isWrong, setIsWrong] = useState(false);
  const problem = obstacles.find(
    ({ code, line }) => line === undefined && !unfinished.includes(code) && code !== "noPayment",
  );
  return (
    <>
      <div className={sideContent}>
        <Client sale={sale} />
        <Tabs
          label={t("counter.channel")}
          variant="box"
          values={["COUNTER", "PHONE"] as const}
          value={counter.channel === "PHONE" ? "PHONE" : "COUNTER"}
          text={(channel) => t(`counter.channels.${channel}`)}
          onChange={setChannel}
        />
        <HandOver sale={sale} form={form} />
        {(sale.typeRoute === "ENTREGA" || !counter.isTaken) && (
          <WantedInput
            key={counter.clientId}
            value={sale.wantedAt ?? null}
            onChange={(wantedAt) => changeDraft({ wantedAt })}
          />
        )}
        <DiscountPart
          draft={sale}
          quoted={quoted}
          most={mostDiscount}
          problem={
            problem && partOf[problem.code] === "discount" ? problemText(problem) : undefined
          }
          onValid={(isValid) => setIsWrong(!isValid)}
        />
        <CouponPart draft={sale} quoteWith={quoteWith} dropped="" />
        <label className="block">
          <span className="text-small text-muted mb-0.5 block">{t("orders.notes")}</span>
          <textarea
            className="textarea min-h-10 w-full"
            rows={1}
            maxLength={2000}
            value={counter.notes}
            onChange={({ target }) => changeCounter({ notes: target.value })}
          />
        </label>
        {stores.length > 1 && (
          <LabeledSelect
            label={t("budgets.store")}
            value={sale.storeId}
            options={stores}
            onChange={(storeId) => changeDraft({ storeId })}
          />
        )}
      </div>
      <footer className={sideFoot}>
        {problem && (
          <p role="alert" className="text-error text-small mb-1">
            {problemText(problem)}
          </p>
        )}
        <Totals quoted={quoted} />
        <button
          type="button"
          className="btn btn-primary mt-3 h-13 w-full text-base"
          disabled={!isReady || isWrong}
          onClick={onReceive}
        >
          {t("counter.receive")}
          <Kbds keys={["Enter"]} />
        </button>
        <p className="text-muted text-small mt-1 empty:hidden">
          {!isLoading &&
            sale.lines.length > 0 &&
            missing.map((each) => problemText(each)).join(" ")}
        </p>
      </footer>
    </>
  );
}

/** Whether the customer takes the goods, fetches them later, or gets them brought. */
function HandOver({ sale, form }: Pick<Props, "sale" | "form">) {
  const { t } = useTranslation();
  const { quoted, addresses } = form;
  const [editing, setEditing] = useState<Address | "new" | null>(null);
  const handOver =
    sale.typeRoute === "ENTREGA" ? "delivered" : sale.counter!.isTaken ? "taken" : "fetched";
  return (
    <>
      <div className="flex flex-col gap-2">
        <Tabs
          label={t("counter.handOver.title")}
          variant="box"
          values={handOvers}
          value={handOver}
          text={(value) => t(`counter.handOver.${value}`)}
          onChange={(value) => {
            changeDraft({ typeRoute: value === "delivered" ? "ENTREGA" : "RETIRADA" });
            changeCounter({ isTaken: value === "taken" });
          }}
        />
        {handOver === "delivered" &&
          (sale.contactId === null ? (
            <p role="alert" className="text-error text-small">
              {t("counter.deliveryNeedsClient")}
            </p>
          ) : (
            <AddressPart
              draft={sale}
              quoted={quoted}
              addresses={addresses}
              problem={undefined}
              isUnplaced={false}
              ticketId={null}
              onAddress={(address) => {
                if (address === "new") form.addedAddress();
                setEditing(address);
              }}
            />
          ))}
      </div>
      {editing && sale.contactId !== null && (
        <AddressDialog
          contactId={sale.contactId}
          title={t("budgets.addressTitle")}
          address={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

/** The client, found by name or number, or made from them. */
function Client({ sale }: { sale: BudgetDraft }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    searchContacts("");
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== "KeyC") return;
      event.preventDefault();
      box.current?.querySelector<HTMLElement>("input,button")?.focus();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <div ref={box}>
      <ContactPicker
        label={t("counter.client")}
        optional
        contact={sale.counter?.contact ?? null}
        onChange={setContact}
        onCreate={can("contacts.write") ? () => setIsCreating(true) : undefined}
        missing={false}
        onType={() => {}}
      />
      {isCreating && <NewContact onDone={setContact} onClose={() => setIsCreating(false)} />}
    </div>
  );
}
