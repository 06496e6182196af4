import { useMemo } from "react";
import { Link } from "wouter";
import { Board } from "../../kit/board/Board.tsx";
import type { BoardProps, Lane } from "../../kit/board/board.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Tag, Ticket } from "../../types.ts";
import { Filters, type FilterProps } from "./Filters.tsx";
import { KanbanCard } from "./KanbanCard.tsx";
import { type Figures, laneOf } from "./lane-lists.ts";
import texts from "./texts.json";

addTexts(texts);

type Props = FilterProps &
  Pick<BoardProps<Ticket>, "onOpen" | "onMove" | "onMore" | "onReorder"> & {
    /** The tags that are lanes, in their order; null until they are loaded. */
    tags: Tag[] | null;
    cards: Ticket[];
    figures: Figures;
    isLoading: boolean;
    error: unknown;
    onRetry: () => void;
  };

export function KanbanView({
  tags,
  cards,
  figures,
  isLoading,
  error,
  onRetry,
  onOpen,
  onMove,
  onMore,
  onReorder,
  ...filters
}: Props) {
  const { t, tag } = useTranslation();
  const lanes = useMemo<Lane[]>(() => {
    const first = { id: 0, name: t("kanban.first"), color: "var(--field-line)", fixed: true };
    return [first, ...(tags ?? []).map(({ id, name, color }) => ({ id, name, color }))].map(
      (lane) => ({ ...lane, ...figures.get(lane.id) }),
    );
  }, [tags, figures, tag]);
  const count = [...figures.values()].reduce((sum, lane) => sum + lane.count, 0);
  return (
    <Page
      title={t("kanban.title")}
      lead={t(tags?.length === 0 ? "kanban.leadEmpty" : "kanban.lead")}
      actions={
        onReorder && (
          <Link href="/TagsKanban" className="btn">
            {t("kanban.tags")}
          </Link>
        )
      }
      filters={<Filters {...filters} />}
      counted={isLoading ? "" : t("kanban.counted", { count })}
      width="full"
      fill
    >
      {error ? (
        <div className="card-quiet">
          <LoadError error={error} onRetry={onRetry} />
        </div>
      ) : (
        <Board
          label={t("kanban.title")}
          lanes={lanes}
          cards={cards}
          laneOf={laneOf}
          nameOf={({ contact }) => t("kanban.cardName", { name: contact.name })}
          content={KanbanCard}
          cardHeight={132}
          onOpen={onOpen}
          onMove={onMove}
          onMore={onMore}
          onReorder={onReorder}
          empty={t("kanban.empty")}
          loading={isLoading}
        />
      )}
    </Page>
  );
}
