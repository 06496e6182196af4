import { useSignals } from "@preact/signals-react/runtime";
import { Search, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Avatar } from "../../../kit/Avatar.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import { useChoices } from "../../../forms/choices.ts";
import { users } from "../../../lists/company-lists.ts";
import { colleagues, openTicketCounts, worksIn, readOpenTicketCounts } from "./colleagues.ts";
import { useCombobox } from "../../../kit/use-combobox.ts";
import type { User } from "../../../types.ts";

type Props = {
  queueId: number | null;
  user: User | null;
  /** The agent who has the tickets now. */ holderId?: number | null;
  onChange: (user: User | null) => void;
  error?: string;
};

/**
 * Lists the agents of a queue, with their presence and number of open tickets. A typed name filters
 * the list.
 */
export function UserPicker({ queueId, user, holderId = null, onChange, error }: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(users);
  const [typed, setTyped] = useState("");
  useEffect(() => void readOpenTicketCounts(), []);
  const matches =
    queueId === null
      ? []
      : colleagues(
          (users.rows.value ?? []).filter((one) => one.id !== holderId),
          queueId,
          typed,
          openTicketCounts.value,
        );
  const take = (index: number) => onChange(matches[index] ?? null);
  const { id, onKey, reset, input, list, option } = useCombobox(matches.length, take, -1);
  const nobody = matches.length === 0 && users.rows.value !== null;
  const hint = users.failed.value
    ? t("tickets.transfer.usersFailed")
    : queueId === null
      ? t("tickets.transfer.queueFirst")
      : nobody
        ? t("tickets.transfer.nobody")
        : t("tickets.transfer.userHint");
  const nameOf = ({ id, name }: User) =>
    id === me.value?.id ? `${name} (${t("tickets.you")})` : name;

  if (user) {
    return (
      <div>
        <p className="mb-1 font-medium">{t("tickets.transfer.user")}</p>
        <div
          className={`rounded-card flex items-center gap-3 border px-3 py-1.5 ${error ? "border-error" : "border-line"}`}
        >
          <Avatar name={user.name} size={32} />
          <p className="min-w-0 flex-1 truncate font-medium">{nameOf(user)}</p>
          <IconButton
            label={t("tickets.transfer.otherUser")}
            icon={X}
            onClick={() => onChange(null)}
          />
        </div>
        {error && <p className="text-error text-small mt-1">{error}</p>}
      </div>
    );
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {t("tickets.transfer.user")}
        <span className="text-muted text-small font-normal"> ({t("common.optional")})</span>
      </label>
      <span className="input">
        <Search size={16} aria-hidden className="text-muted" />
        <input
          {...input}
          disabled={queueId === null}
          aria-describedby={`${id}-hint`}
          value={typed}
          onChange={({ target }) => {
            reset(target.value.trim() === "" ? -1 : 0);
            setTyped(target.value);
          }}
          onKeyDown={onKey}
        />
      </span>
      <p id={`${id}-hint`} role="status" className="text-muted text-small mt-1">
        {hint}
      </p>
      <ul
        {...list}
        aria-label={t("tickets.transfer.user")}
        className={
          matches.length > 0
            ? "border-line rounded-card mt-1 max-h-48 overflow-y-auto border p-1"
            : "hidden"
        }
      >
        {matches.map((one, index) => (
          <li key={one.id} {...option(index)} className="menu-item aria-selected:bg-hover">
            <Avatar name={one.name} size={28} />
            <span className="min-w-0 flex-1 truncate">{nameOf(one)}</span>
            {queueId !== null && !worksIn(one, queueId) && (
              <span className="text-muted text-small">{t("tickets.transfer.ofAll")}</span>
            )}
            <OnlineAndCount user={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The agent's presence, and number of open tickets. */
function OnlineAndCount({ user: { id, online } }: { user: User }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      <span className="text-muted text-small tabular">
        {t("tickets.transfer.holds", { count: openTicketCounts.value.get(id) ?? 0 })}
      </span>
      <span className={`text-small flex w-16 items-center gap-1.5 ${online ? "" : "text-muted"}`}>
        <span
          aria-hidden
          className={`size-2 shrink-0 rounded-full ${online ? "bg-primary" : "border-muted border"}`}
        />
        {t(online ? "tickets.transfer.online" : "tickets.transfer.away")}
      </span>
    </>
  );
}
