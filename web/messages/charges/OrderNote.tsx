import { QrCode } from "lucide-react";
import type { Interactive } from "../../../src/shared/interactive.ts";
import { amountOf } from "../../../src/shared/money.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

type Props = {
  interactive: Extract<Interactive, { type: "payment" | "orderState" }>;
  /** The classes of a line under the text. */
  look: string;
};

/** A charge by Pix with its total, or the state of its order, as the customer's app shows it. */
export function OrderNote({ interactive, look }: Props) {
  const { t } = useTranslation();
  return (
    <div data-choices={interactive.type} className="-mx-2.5 mt-1.5 -mb-1.5">
      <p className={look}>
        {interactive.type === "payment" ? (
          <>
            <QrCode size={16} aria-hidden />
            {t("orderNote.pay", { total: money(amountOf(interactive.card.total)) })}
          </>
        ) : (
          t(`orderNote.${interactive.state}`)
        )}
      </p>
    </div>
  );
}
