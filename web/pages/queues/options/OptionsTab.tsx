import { ListTree, Plus } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { Empty } from "../../../kit/Empty.tsx";
import { narrow, useMedia } from "../../../kit/media.ts";
import { useTranslation } from "../../../kit/text.ts";
import { TreeKeys } from "./TreeKeys.tsx";
import { OptionForm } from "./OptionForm.tsx";
import { OptionTree } from "./OptionTree.tsx";
import { Preview } from "./Preview.tsx";
import { levelPreview } from "./preview.ts";
import { changed, type Node, type NodeErrors, shifted, sorted } from "./tree.ts";
import { useOptionActions } from "./use-option-actions.ts";

type Props = {
  nodes: Node[];
  /** The text above the first level. */
  greeting: string;
  wrongs: Map<number, NodeErrors>;
  onChange: (change: (nodes: Node[]) => Node[]) => void;
  /** The chosen node's key; null is the root. */
  chosen: number | null;
  onChoose: (key: number | null) => void;
};

/** A queue's option tree: its nodes on one side, the chosen node's form on the other. */
export function OptionsTab({ nodes, greeting, wrongs, onChange, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const small = useMedia(narrow);
  const box = useRef<HTMLDivElement>(null);
  const actions = useOptionActions({ box, nodes, chosen, onChange, onChoose });
  const { place, addBeside, addInside, moves, remove } = actions;

  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (event.shiftKey) addInside();
      else addBeside();
    } else if (
      event.key === "Escape" &&
      event.target instanceof HTMLElement &&
      event.target.matches("input, textarea")
    ) {
      event.preventDefault();
      actions.focusRowNext();
      if (small) onChoose(null);
      else box.current?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']")?.focus();
    }
  };

  if (nodes.length === 0) {
    return (
      <div ref={box} className="card-quiet">
        <Empty
          icon={ListTree}
          title={t("queues.options.emptyTitle")}
          text={t("queues.options.emptyText")}
          action={
            <button type="button" className="btn btn-primary" onClick={addBeside}>
              <Plus size={18} aria-hidden />
              {t("queues.options.first")}
            </button>
          }
        />
      </div>
    );
  }

  const tree = (
    <div className="flex min-w-0 flex-col gap-2">
      <OptionTree
        nodes={nodes}
        chosen={chosen}
        wrongs={wrongs}
        onChoose={onChoose}
        onShift={(key, at) => onChange((all) => shifted(all, key, at))}
        onRestore={(before) => onChange(() => before)}
        moves={moves}
        onRemove={remove}
        onEdit={() => box.current?.querySelector<HTMLElement>("input[name=title]")?.focus()}
      />
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm" onClick={addBeside}>
          <Plus size={16} aria-hidden />
          {t("queues.options.add")}
        </button>
      </div>
    </div>
  );
  const form = place ? (
    <OptionForm
      key={place.node.key}
      place={place}
      wrong={wrongs.get(place.node.key)}
      onChange={(change) => onChange((all) => changed(all, place.node.key, change))}
      onNumbered={() => onChange(sorted)}
      onAddInside={addInside}
      onRemove={remove}
      onBack={small ? () => onChoose(null) : undefined}
      moves={moves}
    />
  ) : (
    <div className="flex flex-col gap-4">
      <Preview text={levelPreview(greeting, nodes, true)} label={t("queues.options.rootPreview")} />
      <TreeKeys />
    </div>
  );

  return (
    <div
      ref={box}
      onKeyDown={press}
      className="grid gap-5 phone:grid-cols-[minmax(12rem,2fr)_minmax(0,3fr)]"
    >
      {(!small || !place) && tree}
      {form}
      <p className="sr-only" role="status">
        {actions.announcement}
      </p>
    </div>
  );
}
