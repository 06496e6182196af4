import { useSignals } from "@preact/signals-react/runtime";
import { useTranslation } from "../kit/text.ts";
import { requestPermission, notificationState, type NotificationState } from "./notifications.ts";
import { setNotificationPrefs, notificationPrefs } from "./notification-prefs.ts";

/**
 * The browser's permission for notifications, and the user's switch. Only this component asks for
 * the permission.
 */
export function NotificationSettings() {
  useSignals();
  return (
    <NotificationSettingsView
      state={notificationState.value}
      on={notificationPrefs.value.notices}
    />
  );
}

export function NotificationSettingsView({ state, on }: { state: NotificationState; on: boolean }) {
  const { t } = useTranslation();
  if (state === "granted") {
    return (
      <label className="border-line flex cursor-pointer items-center gap-3 border-t px-4 py-3">
        <span className="min-w-0 flex-1">
          {t("menu.notices.label")}
          <span className="text-muted text-small block">
            {t(on ? "menu.notices.on" : "menu.notices.off")}
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          className="toggle toggle-primary toggle-sm"
          checked={on}
          onChange={() => setNotificationPrefs({ notices: !on })}
        />
      </label>
    );
  }
  return (
    <div className="border-line border-t px-4 py-3">
      <p className="font-medium">{t(`menu.notices.${state}`)}</p>
      <p className="text-muted text-small mt-0.5">{t(`menu.notices.${state}Text`)}</p>
      {state === "default" && (
        <button
          type="button"
          className="btn btn-primary btn-soft btn-sm mt-2"
          onClick={() => void requestPermission()}
        >
          {t("menu.notices.ask")}
        </button>
      )}
    </div>
  );
}
