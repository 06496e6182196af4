import { ArrowLeft, ArrowRight, EllipsisVertical } from "lucide-react";
import { Menu } from "../Menu.tsx";
import { useTranslation } from "../text.ts";
import type { Lane } from "./board.ts";

type Props = { lane: Lane; lanes: Lane[]; onShift: (lane: Lane, by: -1 | 1) => void };

/** Moves a lane without dragging it. */
export function LaneMenu({ lane, lanes, onShift }: Props) {
  const { t } = useTranslation();
  const ids = lanes.filter(({ fixed }) => !fixed).map(({ id }) => id);
  return (
    <span data-lane-menu className="-my-1 ml-auto self-center">
      <Menu
        label={t("board.moveLane", { lane: lane.name })}
        tip={false}
        className="btn btn-ghost btn-square btn-xs text-muted"
        items={[
          {
            label: t("board.laneLeft"),
            icon: ArrowLeft,
            disabled: ids[0] === lane.id,
            onSelect: () => onShift(lane, -1),
          },
          {
            label: t("board.laneRight"),
            icon: ArrowRight,
            disabled: ids.at(-1) === lane.id,
            onSelect: () => onShift(lane, 1),
          },
        ]}
      >
        <EllipsisVertical size={16} aria-hidden />
      </Menu>
    </span>
  );
}
