import { useSignals } from "@preact/signals-react/runtime";
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { useTranslation } from "../kit/text.ts";
import { addTexts } from "../kit/translations.ts";
import type { List } from "./list.ts";
import type { Row } from "./paged-list.ts";
import type { Selection } from "./selection.ts";
import texts from "./texts.json";

addTexts(texts);

const box = "checkbox checkbox-primary checkbox-sm";

/** The cell with the box that selects a row. Shift selects all up to it. */
export function RowBox({
  id,
  name,
  selection,
  as: Cell = "td",
}: {
  id: number;
  name: string;
  selection: Selection;
  as?: "td" | "span";
}) {
  useSignals();
  const { t } = useTranslation();
  return (
    <Cell className={Cell === "td" ? "w-px py-1.5 pr-0 pl-3" : "self-center"}>
      <label className="grid size-8 cursor-pointer place-items-center">
        <input
          type="checkbox"
          className={box}
          aria-label={t("lists.select.row", { name })}
          checked={selection.has(id)}
          onClick={({ shiftKey }: MouseEvent) => selection.toggle(id, shiftKey)}
          onChange={() => {}}
        />
      </label>
    </Cell>
  );
}

/** The head's cell with the box for all loaded rows. */
export function HeadBox<R extends Row>({
  list,
  selection,
}: {
  list: List<R>;
  selection: Selection;
}) {
  useSignals();
  const { t } = useTranslation();
  const rows = list.rows.value;
  const count = rows.filter(({ id }) => selection.has(id)).length;
  const isSome = count > 0 && count < rows.length;
  return (
    <th
      scope="col"
      className="bg-base-100 border-line sticky top-0 z-10 w-px border-b py-1 pr-0 pl-3"
    >
      <label className="grid size-8 cursor-pointer place-items-center">
        <input
          ref={(input) => {
            if (input) input.indeterminate = isSome;
          }}
          type="checkbox"
          className={box}
          aria-label={t("lists.select.loaded")}
          checked={rows.length > 0 && count === rows.length}
          onChange={selection.toggleLoaded}
        />
      </label>
    </th>
  );
}

/** The key x selects the row with the focus. */
export function selectsByKey(event: KeyboardEvent, selection: Selection, id: number) {
  const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
  if (key.toLowerCase() !== "x" || ctrlKey || metaKey || altKey) return;
  if ((target as Element).closest("input:not([type=checkbox]),select,textarea,[popover]")) return;
  event.preventDefault();
  selection.toggle(id, shiftKey);
}

/** A press of this many ms selects. */
const long = 500;

/** Handlers by which a long press on a touch screen selects a row; then each press does. */
export function useLongPress(selection: Selection | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressed = useRef(false);
  if (!selection) return undefined;
  const stop = () => clearTimeout(timer.current);
  return (id: number) => ({
    onTouchStart: () => {
      isPressed.current = false;
      timer.current = setTimeout(() => {
        isPressed.current = true;
        selection.toggle(id);
      }, long);
    },
    onTouchMove: stop,
    onTouchCancel: stop,
    onTouchEnd: stop,
    onContextMenu: (event: MouseEvent) => isPressed.current && event.preventDefault(),
    onClickCapture: (event: MouseEvent) => {
      const isOnBox = (event.target as Element).closest("label,input,button,[popover]");
      const isEnd = isPressed.current;
      isPressed.current = false;
      if (isOnBox || (!isEnd && !selection.isActive.peek())) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isEnd) selection.toggle(id);
    },
  });
}
