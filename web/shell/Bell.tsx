import { useSignals } from "@preact/signals-react/runtime";
import { BellIcon, BellOff } from "lucide-react";
import { useState } from "react";
import { onDemand } from "../kit/on-demand.ts";
import { useTranslation } from "../kit/text.ts";
import { unreadNotifications } from "../parts/notifications/notifications.ts";
import { dueReminders } from "../parts/reminders/reminders.ts";
import { healthTroubles } from "./health-alerts.ts";
import { Popover } from "./Popover.tsx";
import { volume } from "./sound.ts";
import { unreadInBell } from "./unread.ts";

const BellPanel = onDemand(async () => (await import("./BellPanel.tsx")).BellPanel);

/** The count of unread notifications; its panel lists them, with the settings of this browser. */
export function Bell() {
  useSignals();
  const { t } = useTranslation();
  const [isFilled, setFilled] = useState(false);
  const tickets = unreadInBell.value.length;
  const due = dueReminders.value.length;
  const others = unreadNotifications.value + due + healthTroubles.value;
  const title = t("menu.bell.title");
  const label = tickets > 0 ? t("menu.bell.some", { count: tickets }) : title;
  const reminders = due > 0 ? ` · ${t("reminders.waiting", { count: due })}` : "";
  return (
    <Popover
      title={title}
      label={others > 0 ? `${title}: ${tickets + others}${reminders}` : label}
      icon={volume.value === 0 ? BellOff : BellIcon}
      badge={tickets + others}
      isFilled={isFilled}
    >
      <BellPanel onFilled={() => setFilled(true)} />
    </Popover>
  );
}
