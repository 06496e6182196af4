import { UsersRound } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { phone, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { LoadFailed } from "../../lists/NextPage.tsx";
import { ContactSummary } from "../../parts/contacts/ContactSummary.tsx";
import type { DuplicateGroup } from "../../parts/contacts/types.ts";

type Found = { groups: DuplicateGroup[]; count: number };
type Merging = { winner: DuplicateGroup["contacts"][number]; losers: DuplicateGroup["contacts"] };

/** Contacts who seem to be one person; the user can merge them. */
export function Duplicates({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [duplicates, setDuplicates] = useState<Found | null>(null);
  const [failed, setFailed] = useState(false);
  const [merging, setMerging] = useState<Merging | null>(null);

  const read = async () => {
    try {
      setDuplicates(await api.get<Found>("/contacts/duplicates"));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  useEffect(() => void read(), []);

  return (
    <>
      <Dialog title={t("contacts.duplicates.title")} onClose={onClose} size="large">
        <p className="text-muted mb-3">{t("contacts.duplicates.lead")}</p>
        {failed && <LoadFailed retry={() => void read()} />}
        {!duplicates && !failed && (
          <Delayed>
            <Skeleton className="h-40 w-full" />
          </Delayed>
        )}
        {duplicates?.groups.length === 0 && (
          <Empty
            icon={UsersRound}
            title={t("contacts.duplicates.none")}
            text={t("contacts.duplicates.noneText")}
          />
        )}
        <ul className="flex flex-col gap-3">
          {duplicates?.groups.map((group) => (
            <GroupCard
              key={group.contacts.map(({ id }) => id).join()}
              group={group}
              onMerge={setMerging}
            />
          ))}
        </ul>
        {duplicates && duplicates.count > duplicates.groups.length && (
          <p className="text-muted text-small mt-3">
            {t("contacts.duplicates.more", { count: duplicates.count - duplicates.groups.length })}
          </p>
        )}
      </Dialog>
      {merging && (
        <Confirm
          title={t("contacts.duplicates.question", { name: merging.winner.name })}
          text={t("contacts.duplicates.text", {
            names: merging.losers
              .map(({ name, number }) => (number ? `${name} (${phone(number)})` : name))
              .join(", "),
            number: phone(merging.winner.number) || merging.winner.name,
          })}
          action={t("contacts.duplicates.do")}
          onClose={() => setMerging(null)}
          onConfirm={async () => {
            await api.post("/contacts/merge", {
              winnerId: merging.winner.id,
              loserIds: merging.losers.map(({ id }) => id),
            });
            toast.success(t("contacts.duplicates.done", { name: merging.winner.name }));
            await read();
          }}
        />
      )}
    </>
  );
}

/** The contact in use is preselected. The user can leave out contacts that are not duplicates. */
export function GroupCard({
  group: { reason, contacts },
  onMerge,
}: {
  group: DuplicateGroup;
  onMerge: (merging: Merging) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [winnerId, setWinnerId] = useState(contacts[0]?.id);
  const [excluded, setExcluded] = useState<number[]>([]);
  const winner = contacts.find((contact) => contact.id === winnerId);
  const losers = contacts.filter(
    (contact) => contact.id !== winnerId && !excluded.includes(contact.id),
  );

  return (
    <li className="border-line rounded-card border">
      <fieldset className="min-w-0">
        <legend className="sr-only">{t("contacts.duplicates.keep")}</legend>
        <div className="border-line flex flex-wrap items-center justify-between gap-2 border-b px-3 py-2">
          <p className="font-medium">{t(`contacts.duplicates.${reason}`)}</p>
          <button
            type="button"
            className="btn btn-sm"
            disabled={!winner || losers.length === 0}
            onClick={() => winner && onMerge({ winner, losers })}
          >
            {t("contacts.duplicates.merge")}
          </button>
        </div>
        <ul className="divide-line divide-y">
          {contacts.map((contact) => (
            <li key={contact.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <label className="flex min-w-0 flex-1 basis-60 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name={id}
                  className="radio radio-primary radio-sm"
                  checked={contact.id === winnerId}
                  onChange={() => setWinnerId(contact.id)}
                />
                <ContactSummary contact={contact} />
              </label>
              {contact.id === winnerId ? (
                <span className="bg-primary/12 text-primary text-small rounded-md px-2 py-0.5">
                  {t("contacts.duplicates.stays")}
                </span>
              ) : (
                contacts.length > 2 && (
                  <label className="text-small flex cursor-pointer items-center gap-2 py-1">
                    <input
                      type="checkbox"
                      className="checkbox checkbox-sm"
                      checked={!excluded.includes(contact.id)}
                      onChange={() =>
                        setExcluded(
                          excluded.includes(contact.id)
                            ? excluded.filter((one) => one !== contact.id)
                            : [...excluded, contact.id],
                        )
                      }
                    />
                    {t("contacts.duplicates.same")}
                  </label>
                )
              )}
            </li>
          ))}
        </ul>
      </fieldset>
    </li>
  );
}
