import { EllipsisVertical } from "lucide-react";
import { memo } from "react";
import { Menu, type MenuItem } from "../Menu.tsx";
import { useTranslation } from "../text.ts";
import type { BoardProps, Card, Lane } from "./board.ts";

type Props<C extends Card> = Pick<
  BoardProps<C>,
  "lanes" | "nameOf" | "content" | "onOpen" | "onMove" | "menu"
> & {
  card: C;
  lane: Lane;
  hint: string;
  tabIndex: number;
  isCarried: "pointer" | "keys" | false;
  onChoose: (card: C, lane: Lane) => void;
};

const looks = {
  resting: "hover:border-(--field-line)",
  pointer: "border-primary opacity-50",
  keys: "border-primary shadow-float",
};

/** One card. A press anywhere opens it; its menu moves it. */
export const BoardCard = memo(CardView) as typeof CardView;

function CardView<C extends Card>({
  card,
  lane,
  lanes,
  nameOf,
  content: Content,
  hint,
  tabIndex,
  isCarried,
  onOpen,
  onMove,
  menu,
  onChoose,
}: Props<C>) {
  const { t } = useTranslation();
  const name = nameOf(card);
  const items = (): MenuItem[] => [
    ...(onMove
      ? lanes.map((one, index) => ({
          label: one.name,
          effect: one.effect,
          checked: one.id === lane.id,
          onSelect: () => one.id !== lane.id && onChoose(card, one),
          ...(index === 0 && { heading: t("board.moveTo") }),
        }))
      : []),
    ...(menu?.(card) ?? []).map((item, index) =>
      index === 0 && onMove ? { ...item, parted: true } : item,
    ),
  ];
  return (
    <article
      data-card={card.id}
      className={`card-quiet has-[[data-main]:focus-visible]:outline-primary relative -outline-offset-2 select-none [-webkit-touch-callout:none] has-[[data-main]:focus-visible]:outline-2 ${looks[isCarried || "resting"]}`}
    >
      <button
        type="button"
        data-main
        aria-label={name}
        aria-describedby={hint}
        aria-roledescription={onMove ? t("board.card") : undefined}
        tabIndex={tabIndex}
        className={`rounded-card absolute inset-0 outline-none ${onMove ? "cursor-grab" : "cursor-pointer"}`}
        onClick={() => onOpen(card)}
      />
      <div className="pointer-events-none relative [&_a]:pointer-events-auto">
        <Content card={card} tabIndex={tabIndex} />
      </div>
      {(onMove || menu) && (
        <span className="absolute top-1.5 right-1.5">
          <Menu
            label={onMove ? t("board.moveOf", { name }) : t("common.actionsOf", { name })}
            items={items}
            tip={false}
            tabIndex={tabIndex}
            className="btn btn-ghost btn-square btn-xs text-muted"
          >
            <EllipsisVertical size={16} aria-hidden />
          </Menu>
        </span>
      )}
    </article>
  );
}
