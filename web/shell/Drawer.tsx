import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { BoxName } from "../kit/BoxName.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { useTranslation } from "../kit/text.ts";
import { Mark } from "./Mark.tsx";
import { MenuList } from "./SideMenu.tsx";
import { Tools } from "./Tools.tsx";

/** The whole menu, on narrow screens. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label={t("menu.label")}
      className="drawer-panel"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => (event.target as Element).closest("[data-closes]") && onClose()}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="flex h-full flex-col">
        <div className="flex h-14 shrink-0 items-center gap-2.5 pr-2 pl-4">
          <Mark size={32} />
          <span className="text-title flex-1 font-semibold tracking-tight">
            <BoxName />
          </span>
          <IconButton label={t("menu.close")} icon={X} onClick={onClose} />
        </div>
        <MenuList />
        <Tools />
      </div>
    </dialog>
  );
}
