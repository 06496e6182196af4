import { Newspaper } from "lucide-react";
import type * as promotionsTable from "../../../src/modules/promotions/table.ts";
import { flyerTypes } from "../../../src/shared/limits.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { HoverPicture } from "../../kit/HoverPicture.tsx";
import { date, localDay, money, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { PromotionDialog } from "./PromotionDialog.tsx";
import texts from "./texts.json";

addTexts(texts);

type Promotion = Wire<promotionsTable.Promotion>;

export const promotions: Listing<Promotion> = {
  name: "promotions",
  icon: Newspaper,
  write: "promotions.write",
  columns: [
    { label: "promotions.name", cell: (promotion) => <Name promotion={promotion} /> },
    {
      label: "promotions.items",
      cell: ({ items }) =>
        items.length === 0 ? null : (
          <span className="line-clamp-2 break-words">
            {items.map((item) => `${item.name}\u00a0${money(item.price)}`).join(", ")}
          </span>
        ),
    },
    { label: "promotions.store", cell: ({ store }) => <StoreName name={store?.name} /> },
    {
      label: "promotions.days",
      cell: ({ startpromotionsAt, endpromotionsAt }) => (
        <span className="tabular whitespace-nowrap">{`${date(startpromotionsAt)} – ${date(endpromotionsAt)}`}</span>
      ),
    },
    { label: "promotions.status", cell: (promotion) => <State promotion={promotion} /> },
  ],
  fields: [
    {
      name: "name",
      label: "promotions.name",
      required: true,
      min: 3,
      max: 100,
      messages: { too_short: "promotions.tooShort" },
    },
    { name: "startpromotionsAt", label: "promotions.start", type: "date", required: true },
    {
      name: "endpromotionsAt",
      label: "promotions.end",
      type: "date",
      required: true,
      notBefore: ({ startpromotionsAt }) => startpromotionsAt,
      messages: { early: "promotions.endEarly" },
    },
    { name: "weekdays", label: "promotions.weekdays", type: "many", inline: true },
    { name: "startTime", label: "promotions.startTime", type: "time" },
    {
      name: "endTime",
      label: "promotions.endTime",
      type: "time",
      messages: { invalid: "promotions.endTimeEarly" },
    },
    {
      name: "storeId",
      label: "promotions.store",
      type: "resource",
      resource: { name: "stores", event: "store" },
      emptyLabel: "promotions.all",
      required: false,
    },
    { name: "status", label: "promotions.on", type: "switch", hint: "promotions.onHint" },
    { name: "flyer", label: "promotions.flyer", type: "picture", accepts: flyerTypes },
  ],
  emptyValues: {
    name: "",
    startpromotionsAt: "",
    endpromotionsAt: "",
    weekdays: [],
    startTime: "",
    endTime: "",
    storeId: "",
    status: true,
  },
  dialog: PromotionDialog,
};

/** Offers for a few days, each with its flyer. */
export function Promotions() {
  const { tag } = useTranslation();
  const fields = promotions.fields.map((field) =>
    field.name === "weekdays" ? { ...field, options: weekdaysIn(tag) } : field,
  );
  return <ListPage listing={{ ...promotions, fields }} />;
}

/** The days of a week from Sunday, 0, in a language. */
const weekdaysIn = (tag: string) =>
  Array.from({ length: 7 }, (_, id) => ({
    id,
    // 2026-11-22 is a Sunday.
    name: new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" }).format(
      Date.UTC(2026, 10, 22 + id),
    ),
  }));

function Name({ promotion: { name, mediaPath } }: { promotion: Promotion }) {
  return (
    <span className="flex items-center gap-3">
      <HoverPicture src={mediaPath} alt={name} />
      <span className="min-w-0 font-medium break-words">{name}</span>
    </span>
  );
}

function StoreName({ name }: { name?: string }) {
  const { t } = useTranslation();
  return name ?? <span className="text-muted">{t("promotions.all")}</span>;
}

function State({
  promotion: { status, startpromotionsAt, endpromotionsAt },
}: {
  promotion: Promotion;
}) {
  const { t } = useTranslation();
  const today = localDay();
  const state = !status
    ? "off"
    : today < startpromotionsAt
      ? "coming"
      : today > endpromotionsAt
        ? "over"
        : "running";
  return (
    <span className={state === "running" ? "text-primary font-medium" : "text-muted"}>
      {t(`promotions.states.${state}`)}
    </span>
  );
}
