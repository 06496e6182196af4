import {
  Ban,
  Download,
  Eraser,
  FileJson,
  MegaphoneOff,
  Merge,
  ShieldCheck,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { ConfirmDelete } from "../../kit/ConfirmDelete.tsx";
import { download } from "../../kit/download.ts";
import type { MenuItem } from "../../kit/Menu.tsx";
import { onDemand } from "../../kit/on-demand.ts";
import { language, phone, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";
import { type FullContact, putContact } from "../../inbox/full-contacts.ts";
import { mayOptOut, OptOutDialog } from "./lazy-dialogs.ts";
import type { Person } from "./types.ts";

const EraseDialog = onDemand(async () => (await import("./EraseDialog.tsx")).EraseDialog);
const MergeDialog = onDemand(async () => (await import("./MergeDialog.tsx")).MergeDialog);

type OpenDialog = { what: "block" | "merge" | "erase" | "delete" | "optOut"; person: Person };

/** The actions on a contact as menu items, and the dialogs that confirm them. */
export function useContactActions(): { items: (person: Person) => MenuItem[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const setActive = async ({ id }: Person, active: boolean) => {
    putContact(await api.put<FullContact>(`/contacts/block/${id}`, { active }));
    toast.success(t(active ? "tickets.panel.unblocked" : "tickets.panel.blocked"));
  };

  const items = (person: Person): MenuItem[] => {
    if (person.erasedAt) return [];
    const block: MenuItem = person.active
      ? {
          label: t("tickets.panel.block"),
          icon: Ban,
          danger: true,
          onSelect: () => setOpenDialog({ what: "block", person }),
        }
      : {
          label: t("tickets.panel.unblock"),
          icon: ShieldCheck,
          onSelect: () => void setActive(person, true).catch(toast.error),
        };
    const optOut: MenuItem[] =
      person.isGroup || !mayOptOut.peek()
        ? []
        : [
            {
              label: t("tickets.panel.optOut"),
              icon: MegaphoneOff,
              onSelect: () => setOpenDialog({ what: "optOut", person }),
            },
          ];
    if (!can("contacts-page:deleteContact")) return [...optOut, block];
    return [
      ...optOut,
      {
        label: t("contacts.dataExport.html"),
        icon: Download,
        onSelect: () =>
          void download(`/contacts/${person.id}/export`, {
            format: "html",
            language: language.peek(),
          }).catch(toast.error),
      },
      {
        label: t("contacts.dataExport.json"),
        icon: FileJson,
        onSelect: () =>
          void download(`/contacts/${person.id}/export`, {
            format: "json",
            language: language.peek(),
          }).catch(toast.error),
      },
      ...(person.isGroup
        ? []
        : [
            {
              label: t("contacts.merge.open"),
              icon: Merge,
              onSelect: () => setOpenDialog({ what: "merge", person }),
            },
          ]),
      block,
      ...(person.isGroup
        ? []
        : [
            {
              label: t("contacts.erase.do"),
              icon: Eraser,
              danger: true,
              onSelect: () => setOpenDialog({ what: "erase", person }),
            },
          ]),
      {
        label: t("contacts.delete.do"),
        icon: Trash2,
        danger: true,
        onSelect: () => setOpenDialog({ what: "delete", person }),
      },
    ];
  };
  return {
    items,
    dialog: openDialog && (
      <ActionDialog {...openDialog} setActive={setActive} onClose={() => setOpenDialog(null)} />
    ),
  };
}

function ActionDialog({
  what,
  person,
  setActive,
  onClose,
}: OpenDialog & {
  setActive: (person: Person, active: boolean) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { id, name, number } = person;
  if (what === "merge") return <MergeDialog person={person} onClose={onClose} />;
  if (what === "optOut") return <OptOutDialog contact={person} onClose={onClose} />;
  if (what === "erase") return <EraseDialog person={person} onClose={onClose} />;
  if (what === "block") {
    return (
      <Confirm
        title={t("tickets.panel.blockQuestion", { name })}
        text={t("tickets.panel.blockText")}
        action={t("tickets.panel.blockDo")}
        onConfirm={() => setActive(person, false)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDelete
      path={`/contacts/${id}`}
      title={t("contacts.delete.title", { name })}
      text={t("contacts.delete.text", { who: number ? `${name} (${phone(number)})` : name })}
      doneText={t("contacts.delete.done", { name })}
      onClose={onClose}
    />
  );
}
