import { SquareKanban } from "lucide-react";
import { Link } from "wouter";
import type * as tagsTable from "../../../src/modules/tags/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { tags } from "./Tags.tsx";
import texts from "./texts.json";

addTexts(texts);

/** The tags that are lanes of the kanban. rules.md#kanban */
export const kanbanTags: Listing<Wire<tagsTable.Tag> & { ticketsCount?: number }> = {
  ...tags,
  area: "tagsKanban",
  options: { query: { kanban: "1" }, filtered: true },
  icon: SquareKanban,
  columns: [
    ...tags.columns,
    {
      label: "tagsKanban.tickets",
      cell: ({ ticketsCount = 0 }) => <span className="tabular">{ticketsCount}</span>,
    },
  ],
  always: { kanban: 1 },
  tools: <ToBoard />,
};

export const TagsKanban = () => <ListPage listing={kanbanTags} />;

function ToBoard() {
  const { t } = useTranslation();
  return (
    <Link href="/kanban" className="btn">
      <SquareKanban size={18} aria-hidden />
      <span className="max-phone:sr-only">{t("tagsKanban.board")}</span>
    </Link>
  );
}
