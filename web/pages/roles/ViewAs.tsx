import { effect } from "@preact/signals-react";
import { Eye } from "lucide-react";
import { navigate } from "wouter/use-browser-location";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { type Me, me, refreshMe } from "../../session/session.ts";
import { note } from "../../shell/note.ts";
import { useColumnName } from "./Matrix.tsx";
import type { Column } from "./roles.ts";

/** Chooses the role or the profile whose screens an admin looks at. */
export function ViewAs({ columns }: { columns: Column[] }) {
  const { t } = useTranslation();
  const nameOf = useColumnName();
  return (
    <Menu
      label={t("roles.viewAs")}
      tip={false}
      className="btn"
      items={columns
        .filter(({ key }) => key !== "admin")
        .map((column) => ({
          label: nameOf(column),
          onSelect: () => viewAs(column, nameOf(column)),
        }))}
    >
      <Eye size={18} aria-hidden />
      {t("roles.viewAs")}
    </Menu>
  );
}

/**
 * Shows the screens as the people of a column see them, until the user ends it or reloads. Only the
 * screens change: the server still knows the admin. rules.md#view-as
 */
function viewAs({ role, profile }: Column, name: string) {
  const rights = role && { permissions: role.permissions, storeIds: role.storeIds };
  let own = me.peek()!;
  // Each answer about the user's own account brings their own permissions back.
  const stop = effect(() => {
    const user = me.value;
    if (!user || (user.profile === profile && user.role === rights)) return;
    own = user;
    me.value = { ...user, profile, role: rights, super: false, allTicket: "desabled" };
  });
  const end = () => {
    stop();
    note.value = null;
    restore(own);
    navigate("/roles");
  };
  note.value = <ViewingAs name={name} onEnd={end} />;
  navigate("/");
}

/** Shows the admin's own screens at once, and reads what changed meanwhile. */
function restore(own: Me) {
  me.value = own;
  void refreshMe().catch(() => undefined);
}

function ViewingAs({ name, onEnd }: { name: string; onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      data-viewing-as
      className="bg-info text-info-content flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 phone:px-5"
    >
      <Eye size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1 wrap-anywhere">{t("roles.viewingAs", { name })}</p>
      <button
        type="button"
        className="btn btn-xs border-info-content/40 text-info-content bg-transparent"
        onClick={onEnd}
      >
        {t("roles.viewAsEnd")}
      </button>
    </div>
  );
}
