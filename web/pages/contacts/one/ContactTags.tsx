import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { type FullContact, putContact } from "../../../inbox/full-contacts.ts";
import type { TicketTag } from "../../../inbox/ticket-tags.ts";
import { api } from "../../../kit/api.ts";
import { Chip } from "../../../kit/Chip.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { TagInput } from "../../../parts/TagInput.tsx";
import { can } from "../../../session/can.ts";
import { Card } from "./Card.tsx";

/** The contact's tags. A change is saved at once. */
export function ContactTags({ person }: { person: FullContact }) {
  useSignals();
  const { t } = useTranslation();
  const [pending, setPending] = useState<TicketTag[] | null>(null);
  const labels = pending ?? person.tags;
  const save = async (tags: TicketTag[]) => {
    setPending(tags);
    try {
      putContact(
        await api.put<FullContact>(`/contacts/${person.id}`, {
          tags: tags.map(({ id, name }) => (id > 0 ? { id } : { name })),
        }),
      );
    } catch (error) {
      toast.error(error);
    }
    setPending(null);
  };
  const remove = (label: TicketTag) => {
    void save(labels.filter((one) => one !== label));
    toast.info(t("tickets.tags.removed", { name: label.name }), {
      label: t("tickets.undo"),
      run: () => void save([...labels.filter((one) => one !== label), label]),
    });
  };
  return (
    <Card title={t("tickets.tags.title")}>
      {can("contacts.write") ? (
        <TagInput
          labels={labels}
          onAdd={(label) => void save([...labels, label])}
          onRemove={remove}
        />
      ) : (
        <p className="mt-1 flex flex-wrap gap-1">
          {labels.map(({ id, name, color }) => (
            <Chip key={id} color={color}>
              {name}
            </Chip>
          ))}
        </p>
      )}
    </Card>
  );
}
