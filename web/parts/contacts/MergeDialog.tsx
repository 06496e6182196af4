import { useSignals } from "@preact/signals-react/runtime";
import { ArrowRight } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { api } from "../../kit/api.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogActions } from "../../kit/DialogActions.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { phone, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import { ContactPicker } from "./ContactPicker.tsx";
import { searchContacts } from "../../inbox/new-ticket.ts";
import type { Contact } from "../../types.ts";
import { ContactSummary } from "./ContactSummary.tsx";
import type { DuplicateGroup } from "./types.ts";
import "./texts.ts";

type Person = { id: number; name: string };
type Side = DuplicateGroup["contacts"][number];

/** Merges two contacts: the user chooses the other contact, then the one that stays. */
export function MergeDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const [other, setOther] = useState<Contact | null>(null);
  const [sides, setSides] = useState<Side[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [winnerId, setWinnerId] = useState(person.id);
  const [busy, run] = useBusy();
  const winner = sides?.find(({ id }) => id === winnerId);
  const loser = sides?.find(({ id }) => id !== winnerId);

  useEffect(() => searchContacts(""), []);
  const read = async (ids: number[]) => {
    setProblem(null);
    try {
      setSides(await api.get<Side[]>("/contacts/sides", { ids: JSON.stringify(ids) }));
    } catch (error) {
      setProblem(error);
    }
  };
  const take = (contact: Contact | null) => {
    setOther(contact);
    setSides(null);
    setWinnerId(person.id);
    if (contact) void read([person.id, contact.id]);
    else searchContacts("");
  };
  const merge = async () => {
    if (!winner || !loser) return;
    const { name } = await api.post<Person>("/contacts/merge", {
      winnerId: winner.id,
      loserIds: [loser.id],
    });
    toast.success(t("contacts.duplicates.done", { name }));
    onClose();
  };

  return (
    <Dialog
      title={t("contacts.merge.title", { name: person.name })}
      onClose={onClose}
      footer={
        <DialogActions
          onCancel={onClose}
          action={t("contacts.merge.do")}
          onAction={() => void run(merge)}
          disabled={!winner || !loser || busy}
          danger
        />
      }
    >
      <div className="flex min-h-72 flex-col gap-4">
        <p className="text-muted">{t("contacts.merge.lead")}</p>
        <ContactPicker
          contact={other}
          onChange={take}
          without={({ id, isGroup }) => isGroup || id === person.id}
          missing={false}
          onType={() => {}}
        />
        {problem !== null && other && (
          <LoadError error={problem} onRetry={() => void read([person.id, other.id])} />
        )}
        {other && !sides && problem === null && (
          <Delayed>
            <Skeleton className="h-40 w-full" />
          </Delayed>
        )}
        {sides && winner && loser && (
          <>
            <ChooseWinner sides={sides} winnerId={winnerId} onChoose={setWinnerId} />
            <MergeOutcome winner={winner} loser={loser} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Shows two contacts side by side, and the user chooses the one that stays. */
function ChooseWinner({
  sides,
  winnerId,
  onChoose,
}: {
  sides: Side[];
  winnerId: number;
  onChoose: (id: number) => void;
}) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{t("contacts.duplicates.keep")}</legend>
      <div className="grid gap-2 phone:grid-cols-2">
        {sides.map((side) => (
          <label
            key={side.id}
            className={`rounded-card flex min-w-0 cursor-pointer flex-col gap-2 border px-3 py-2.5 ${side.id === winnerId ? "border-primary bg-primary/8" : "border-line"}`}
          >
            <span className="flex items-center gap-3">
              <input
                type="radio"
                name={name}
                className="radio radio-primary radio-sm shrink-0"
                checked={side.id === winnerId}
                onChange={() => onChoose(side.id)}
              />
              <ContactSummary contact={side} />
            </span>
            {side.tags.length > 0 && (
              <span className="flex flex-wrap gap-1">
                {side.tags.map((tag) => (
                  <Chip key={tag.id} color={tag.color}>
                    {tag.name}
                  </Chip>
                ))}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Shows the effects of a merge before it runs. */
function MergeOutcome({ winner, loser }: { winner: Side; loser: Side }) {
  const { t } = useTranslation();
  const named = { winner: winner.name, loser: loser.name };
  const outcomes = [
    loser.tickets === 0
      ? t("contacts.merge.movesNone", named)
      : t("contacts.merge.moves", { ...named, count: loser.tickets }),
    t("contacts.merge.joins"),
    t("contacts.merge.fills", named),
    winner.number
      ? t("contacts.merge.sends", { number: phone(winner.number) })
      : loser.number
        ? t("contacts.merge.sends", { number: phone(loser.number) })
        : "",
  ].filter(Boolean);
  return (
    <section aria-live="polite" className="bg-base-200 border-line rounded-lg border px-4 py-3">
      <h3 className="mb-1 flex flex-wrap items-center gap-x-2 font-medium">
        {loser.name}{" "}
        <ArrowRight size={16} aria-label={t("contacts.merge.into")} className="text-muted" />{" "}
        {winner.name}
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {outcomes.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="mt-2 font-medium">{t("contacts.merge.forEver")}</p>
    </section>
  );
}
