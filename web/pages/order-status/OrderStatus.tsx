import { Milestone } from "lucide-react";
import type * as orderStatusTable from "../../../src/modules/order-status/table.ts";
import { presets } from "../../../src/shared/colors.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { Chip } from "../../kit/Chip.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { StatusDialog } from "./StatusDialog.tsx";
import texts from "./texts.json";

addTexts(texts);

type Status = Wire<orderStatusTable.OrderStatus>;

export const orderStatus: Listing<Status> = {
  name: "orderStatus",
  options: { event: "orderStatus", order: "code" },
  icon: Milestone,
  write: "orderStatus.write",
  columns: [
    { label: "orderStatus.name", cell: (status) => <Name status={status} /> },
    { label: "orderStatus.code", cell: ({ code }) => <span className="tabular">{code}</span> },
    {
      label: "orderStatus.message",
      cell: ({ message }) =>
        message && <span className="text-muted line-clamp-2 break-words">{message}</span>,
    },
  ],
  fields: [
    {
      name: "name",
      label: "orderStatus.name",
      required: true,
      min: 3,
      max: 40,
      messages: { too_short: "orderStatus.tooShort" },
    },
    { name: "color", label: "orderStatus.color", type: "color", required: true },
    {
      name: "isCancelled",
      label: "orderStatus.isCancelled",
      type: "switch",
      hint: "orderStatus.isCancelledHint",
    },
    {
      name: "message",
      label: "orderStatus.message",
      type: "textarea",
      rows: 3,
      max: 1000,
      hint: "orderStatus.messageHint",
      placeholder: "orderStatus.messageExample",
    },
  ],
  emptyValues: { name: "", color: presets[0] ?? "", isCancelled: false, message: "" },
  dialog: StatusDialog,
  preview: ({ name, color }) => <Preview name={String(name)} color={String(color)} />,
};

/** The statuses of an order, by the shop's names. */
export const OrderStatus = () => <ListPage listing={orderStatus} />;

function Name({ status: { name, color, isCancelled } }: { status: Status }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Chip color={color}>{name}</Chip>
      {isCancelled && <span className="text-muted text-small">{t("orderStatus.cancelled")}</span>}
    </span>
  );
}

function Preview({ name, color }: { name: string; color: string }) {
  const { t } = useTranslation();
  return (
    <div
      aria-hidden
      className="bg-base-200 border-line flex h-16 items-center justify-center rounded-lg border"
    >
      <Chip color={color}>{name.trim() || t("orderStatus.name")}</Chip>
    </div>
  );
}
