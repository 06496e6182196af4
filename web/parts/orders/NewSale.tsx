import { Plus } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { Kbds } from "../../kit/Kbd.tsx";
import { dialogs } from "../../kit/open-dialogs.ts";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import "./texts.ts";

/** Begins a sale at the counter, also by Alt N. */
export function NewSale() {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const isAllowed = can("orders.write");
  useEffect(() => {
    if (!isAllowed) return;
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== "KeyN" || dialogs.peek().length > 0) return;
      event.preventDefault();
      go("/orders/new");
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isAllowed]);
  if (!isAllowed) return null;
  return (
    <button type="button" className="btn btn-primary" onClick={() => go("/orders/new")}>
      <Plus size={18} aria-hidden />
      {t("orders.newSale")}
      <span className="max-phone:hidden">
        <Kbds keys={["Alt", "N"]} />
      </span>
    </button>
  );
}
