import { useSignals } from "@preact/signals-react/runtime";
import { Check, Search } from "lucide-react";
import { useState } from "react";
import { useChoices } from "../../../../forms/choices.ts";
import { Avatar } from "../../../../kit/Avatar.tsx";
import { useTranslation } from "../../../../kit/text.ts";
import { useCombobox } from "../../../../kit/use-combobox.ts";
import { queues, users } from "../../../../lists/company-lists.ts";
import { me } from "../../../../session/session.ts";
import type { Ticket, User } from "../../../../types.ts";
import { type Receiver, receivers } from "./receivers.ts";
import { useWaits } from "./use-waits.ts";

type Props = {
  tickets: Ticket[];
  chosen: Receiver | null;
  onChoose: (receiver: Receiver) => void;
  /** Enter on the chosen receiver. */
  onConfirm: () => void;
  error?: string;
};

/** Lists who may receive tickets, with how many wait for them. A typed name filters the list. */
export function ReceiverPicker({ tickets, chosen, onChoose, onConfirm, error }: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(users);
  useChoices(queues);
  const [typed, setTyped] = useState("");
  const waits = useWaits();
  const all = {
    users: users.rows.value ?? [],
    queues: queues.rows.value ?? [],
    waits: waits ?? new Map<string, number>(),
  };
  const matches = receivers(all, tickets, typed);
  const take = (index: number) => {
    const receiver = matches[index];
    if (receiver && receiver.key === chosen?.key) onConfirm();
    else if (receiver) onChoose(receiver);
  };
  const { id, onKey, reset, input, list, option } = useCombobox(matches.length, take);
  const isLoaded = users.rows.value !== null && queues.rows.value !== null;
  const status = users.failed.value
    ? t("transfer.usersFailed")
    : isLoaded && matches.length === 0
      ? t("transfer.nobody")
      : "";

  return (
    <div>
      <label htmlFor={id} className="text-small mb-1 block font-medium">
        {t("transfer.to")}
      </label>
      <span className={`input ${error ? "input-error" : ""}`}>
        <Search size={16} aria-hidden className="text-muted" />
        <input
          {...input}
          data-autofocus
          placeholder={t("transfer.search")}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-status`}
          value={typed}
          onChange={({ target }) => {
            reset();
            setTyped(target.value);
          }}
          onKeyDown={onKey}
        />
      </span>
      <p
        id={`${id}-status`}
        role="status"
        className={`text-small mt-1 ${error ? "text-error" : "text-muted"}`}
      >
        {error ?? status}
      </p>
      <ul
        {...list}
        aria-label={t("transfer.to")}
        className={
          matches.length > 0
            ? "border-line rounded-card mt-1 max-h-56 overflow-y-auto border p-1"
            : "hidden"
        }
      >
        {matches.map((receiver, index) => (
          <li
            key={receiver.key}
            {...option(index)}
            className="menu-item aria-selected:bg-hover min-h-11"
          >
            <ReceiverRow
              receiver={receiver}
              count={waits && (waits.get(receiver.key) ?? 0)}
              isChosen={receiver.key === chosen?.key}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ReceiverRow({
  receiver,
  count,
  isChosen,
}: {
  receiver: Receiver;
  count: number | null;
  isChosen: boolean;
}) {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      {"user" in receiver ? (
        <UserSign {...receiver.user} />
      ) : (
        <QueueSign color={receiver.queue.color} />
      )}
      <span className="min-w-0 flex-1 truncate">
        <b className="font-medium">
          {"user" in receiver
            ? receiver.user.id === me.value?.id
              ? `${receiver.name} (${t("tickets.you")})`
              : receiver.name
            : t("transfer.queueNamed", { name: receiver.name })}
        </b>{" "}
        <span className="text-muted text-small">
          <Facts receiver={receiver} />
        </span>
      </span>
      {count !== null && (
        <span className="text-muted text-small tabular shrink-0">
          {count === 0 ? t("transfer.nobodyWaits") : t("transfer.waits", { count })}
        </span>
      )}
      {isChosen ? (
        <Check size={18} aria-label={t("transfer.chosen")} className="text-primary shrink-0" />
      ) : (
        <span className="w-4.5 shrink-0" />
      )}
    </>
  );
}

/** A user's presence and the queue to which a ticket of another one goes. */
function Facts({ receiver }: { receiver: Receiver }) {
  useSignals();
  const { t } = useTranslation();
  if (!("user" in receiver)) return t("transfer.firstTakes");
  const queue = queues.rows.value?.find(({ id }) => id === receiver.queueId)?.name;
  const presence = t(receiver.user.online ? "transfer.online" : "transfer.away");
  return queue ? `${presence} · ${queue}` : presence;
}

const UserSign = ({ name, online }: User) => (
  <span aria-hidden className="relative shrink-0">
    <Avatar name={name} size={28} />
    <span
      className={`border-base-100 absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full border-2 ${online ? "bg-primary" : "bg-muted"}`}
    />
  </span>
);

/** Dashed: nobody is there yet. */
const QueueSign = ({ color }: { color: string }) => (
  <span
    aria-hidden
    className="border-muted grid size-7 shrink-0 place-items-center rounded-full border border-dashed"
  >
    <span className="size-2.5 rounded-full" style={{ background: color }} />
  </span>
);
