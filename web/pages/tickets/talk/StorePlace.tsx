import type { Field } from "../../../forms/form.ts";
import { api } from "../../../kit/api.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { RowDialog } from "../../../lists/RowDialog.tsx";
import { Location } from "../../../messages/bodies/Location.tsx";
import type { MessageBubble } from "../../../messages/bubble.ts";

type Props = { place: NonNullable<MessageBubble["place"]>; onClose: () => void };

const fields: Field[] = [
  {
    name: "storeId",
    label: "messages.storePlace.store",
    hint: "messages.storePlace.hint",
    type: "resource",
    resource: { name: "stores", event: "store" },
    required: true,
  },
];

/** Uses a received location as a store's coordinates, for fees by distance. rules.md#freight */
export function StorePlace({ place, onClose }: Props) {
  const { t } = useTranslation();
  const { latitude, longitude } = place;
  return (
    <RowDialog
      title={t("messages.storePlace.title")}
      listing={{ fields }}
      values={{ storeId: "" }}
      onClose={onClose}
      onSave={async ({ storeId }) => {
        await api.put(`/stores/${Number(storeId)}`, { latitude, longitude });
        toast.success(t("messages.storePlace.kept"));
      }}
    >
      <Location place={place} />
    </RowDialog>
  );
}
