import { MapPinPlus, Pencil } from "lucide-react";
import { useId } from "react";
import type { Quote } from "../../../src/pricing/terms.ts";
import { routeTypes } from "../../../src/shared/sales.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Address } from "../contacts/types.ts";
import { ChipChoice } from "./ChipChoice.tsx";
import { type BudgetDraft, changeDraft } from "./draft.ts";
import { PlaceOfAddress } from "./PlaceOfAddress.tsx";
import { price } from "../cart/problems.ts";

type Props = {
  draft: BudgetDraft;
  quoted: Quote;
  addresses: Address[] | null;
  problem: string | undefined;
  /** The fee depends on the distance, but the address has no coordinates. */ isUnplaced: boolean;
  /** Null without a conversation, which might have the place. */ ticketId: number | null;
  onAddress: (address: Address | "new") => void;
};

/** Delivery or pickup, and the delivery address. */
export function DeliveryPart(props: Props) {
  const { t } = useTranslation();
  const { typeRoute } = props.draft;
  return (
    <div className="flex flex-col gap-2">
      <ChipChoice
        part="route"
        legend={t("budgets.route")}
        options={routeTypes.map((route) => ({ value: route, label: t(`budgets.routes.${route}`) }))}
        value={typeRoute}
        onChange={(typeRoute) => changeDraft({ typeRoute })}
      />
      {typeRoute === "ENTREGA" && <AddressPart {...props} />}
    </div>
  );
}

/** The delivery address, with its fee. */
export function AddressPart({
  draft,
  quoted,
  addresses,
  problem,
  isUnplaced,
  ticketId,
  onAddress,
}: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { contactAddressId } = draft;
  const chosen = addresses?.find((address) => address.id === contactAddressId);
  return (
    <div data-part="address">
      {addresses?.length === 0 ? (
        <p className="text-small text-muted mb-0.5">{t("budgets.address")}</p>
      ) : (
        <label htmlFor={id} className="text-small text-muted mb-0.5 block">
          {t("budgets.address")}
        </label>
      )}
      <div className="flex items-center gap-1">
        {addresses?.length !== 0 && (
          <select
            id={id}
            className={`select min-w-0 ${problem ? "select-error" : ""}`}
            value={contactAddressId ?? ""}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={({ target }) =>
              changeDraft({ contactAddressId: Number(target.value) || null })
            }
          >
            <option value="">{t("common.choose")}</option>
            {addresses?.map((address) => (
              <option key={address.id} value={address.id}>
                {address.type} · {address.address}, {address.number} · {address.neighborhood}
              </option>
            ))}
          </select>
        )}
        {chosen && (
          <IconButton
            label={t("contacts.addresses.editOf", { type: chosen.type })}
            icon={Pencil}
            onClick={() => onAddress(chosen)}
          />
        )}
        {addresses?.length === 0 ? (
          <button type="button" className="btn btn-sm" onClick={() => onAddress("new")}>
            <MapPinPlus size={16} aria-hidden />
            {t("contacts.addresses.add")}
          </button>
        ) : (
          <IconButton
            label={t("contacts.addresses.add")}
            icon={MapPinPlus}
            onClick={() => onAddress("new")}
          />
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-error text-small mt-1">
          {problem}
        </p>
      )}
      {chosen && isUnplaced && ticketId !== null && (
        <PlaceOfAddress key={chosen.id} address={chosen} ticketId={ticketId} />
      )}
      {chosen && !problem && !isUnplaced && quoted.lines.length > 0 && (
        <p className="text-muted text-small mt-1">
          {quoted.freight === 0
            ? t("budgets.freeFreight")
            : t("budgets.freightIs", { price: price(quoted.freight) })}
        </p>
      )}
    </div>
  );
}
