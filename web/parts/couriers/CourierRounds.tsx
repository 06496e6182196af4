import { Bike } from "lucide-react";
import { useState } from "react";
import { onDemand } from "../../kit/on-demand.ts";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import "./texts.ts";

const RoundsDialog = onDemand(async () => (await import("./RoundsDialog.tsx")).RoundsDialog);

/** Opens the load of each courier. rules.md#couriers */
export function CourierRounds() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (!can("couriers.read") || !can("orders.read")) return null;
  return (
    <>
      <button type="button" className="btn" onClick={() => setIsOpen(true)}>
        <Bike size={18} aria-hidden />
        <span className="max-phone:sr-only">{t("rounds.title")}</span>
      </button>
      {isOpen && <RoundsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
