import { useSignals } from "@preact/signals-react/runtime";
import { Confirm } from "../../../kit/Confirm.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { useChoices } from "../../../forms/choices.ts";
import { users } from "../../../lists/company-lists.ts";
import type { Answer } from "./answer-collision.ts";
import { plain } from "../../../messages/format.ts";
import type { Ticket } from "../../../types.ts";

type Props = { ticket: Ticket; answer: Answer; onConfirm: () => void; onClose: () => void };

/** Asks once whether to send, when another user answered meanwhile. */
export function Collision({ ticket, answer, onConfirm, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(users);
  const user =
    users.rows.value?.find(({ id }) => id === answer.userId)?.name ??
    t("messages.collision.someone");
  return (
    <Confirm
      title={t("messages.collision.title", { user, name: ticket.contact.name })}
      text={answer.body ? `“${plain(answer.body).slice(0, 200)}”` : undefined}
      action={t("messages.collision.send")}
      danger={false}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
