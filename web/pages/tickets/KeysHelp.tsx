import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/Dialog.tsx";
import { keys } from "./keys.ts";

const others = [
  { shown: "Enter", does: "send" },
  { shown: "Shift Enter", does: "newline" },
  { shown: "/", does: "quick" },
  { shown: "↑", does: "edit" },
  { shown: "Esc", does: "back" },
  { shown: "?", does: "help" },
] as const;

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("tickets.keys.title")} onClose={onClose} size="small">
      <dl className="divide-line divide-y">
        {[...keys, ...others].map(({ shown, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2">
            <dt>{t(`tickets.keys.${does}`)}</dt>
            <dd className="flex gap-1">
              {shown.split(" ").map((key) => (
                <kbd key={key} className="kbd kbd-sm font-sans">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
