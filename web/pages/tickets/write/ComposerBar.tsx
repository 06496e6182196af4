import { useSignals } from "@preact/signals-react/runtime";
import { Braces, CornerDownLeft, PenLine, SlidersHorizontal, Undo2 } from "lucide-react";
import { Menu } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import { enterSends, undoSend } from "../../../inbox/stored-toggle.ts";
import { useVariables } from "../../../parts/writing/suggestions.ts";
import { signMessages } from "./signature.ts";
import { Modes } from "./Modes.tsx";
import type { Ticket } from "../../../types.ts";
import { UndoSend } from "./UndoSend.tsx";

/** The recipient, the signature, undo, variables and writing options. */
export function ComposerBar({
  ticket,
  onVariable,
}: {
  ticket: Ticket;
  onVariable: (name: string) => void;
}) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className="text-small text-muted mb-1 flex min-h-8 items-center gap-2 pl-1 md:pl-0">
      <Modes ticketId={ticket.id} />
      <p className="min-w-0 flex-1 truncate">
        {t("messages.to")}{" "}
        <strong className="text-base-content font-semibold">{ticket.contact.name}</strong>
        {signMessages.on.value && <> · {t("messages.signedBy", { name: me.value?.name })}</>}
      </p>
      <UndoSend ticketId={ticket.id} />
      <Variables onChoose={onVariable} />
      <WritingOptions />
    </div>
  );
}

function Variables({ onChoose }: { onChoose: (name: string) => void }) {
  const { t } = useTranslation();
  const names = useVariables(null);
  return (
    <Menu
      label={t("messages.variables.button")}
      items={names.map(({ name, label }) => ({ label, onSelect: () => onChoose(name) }))}
    >
      <Braces size={16} aria-hidden />
    </Menu>
  );
}

function WritingOptions() {
  useSignals();
  const { t } = useTranslation();
  const choices = [
    { label: t("messages.habits.sign"), icon: PenLine, toggle: signMessages },
    { label: t("messages.habits.undo"), icon: Undo2, toggle: undoSend },
    { label: t("messages.habits.enter"), icon: CornerDownLeft, toggle: enterSends },
  ];
  return (
    <Menu
      label={t("messages.habits.button")}
      items={choices.map(({ label, icon, toggle }) => ({
        label,
        icon,
        on: toggle.on.value,
        onSelect: () => toggle.set(!toggle.on.peek()),
      }))}
    >
      <SlidersHorizontal size={16} aria-hidden />
    </Menu>
  );
}
