import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "wouter";

export type HeatCell = {
  value: number | null;
  /** The cell in words. */
  label: string;
  href: string;
};

type Props = {
  title: string;
  rows: { name: string; isCurrent: boolean; cells: HeatCell[] }[];
  columns: string[];
  /** The marked cell: [row, column]. */
  current?: [row: number, column: number];
  /** The highest value in words. */
  most: string;
};

/** Values by row and column in five depths. One tab stop: arrows move, Enter opens the list. */
export function HeatMap({ title, rows, columns, current, most }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<[number, number]>(current ?? [0, 0]);
  const [active, setActive] = useState<[number, number] | null>(null);
  const highest = Math.max(...rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)), 0);
  const row = Math.min(at[0], rows.length - 1);
  const column = Math.min(at[1], columns.length - 1);

  const onArrow = (event: KeyboardEvent) => {
    const next = {
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      Home: [row, 0],
      End: [row, columns.length - 1],
    }[event.key];
    if (!next) return;
    event.preventDefault();
    const place: [number, number] = [
      (next[0]! + rows.length) % rows.length,
      (next[1]! + columns.length) % columns.length,
    ];
    setAt(place);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${place.join("-")}"]`)?.focus();
  };

  const tip = active && rows[active[0]]?.cells[active[1]];
  return (
    <>
      <div
        ref={grid}
        role="group"
        aria-label={title}
        className="relative grid items-center gap-0.5 phone:gap-0.75"
        style={{ gridTemplateColumns: `28px repeat(${columns.length}, minmax(0, 1fr))` }}
        onKeyDown={onArrow}
        onPointerLeave={() => setActive(null)}
      >
        {rows.map(({ name, isCurrent, cells }, rowIndex) => [
          <span
            key={name}
            aria-hidden
            className={`text-xs ${isCurrent ? "font-semibold" : "text-muted"}`}
          >
            {name}
          </span>,
          ...cells.map(({ value, label, href }, columnIndex) => (
            <Link
              key={`${name}-${columns[columnIndex]}`}
              href={href}
              data-cell={`${rowIndex}-${columnIndex}`}
              aria-label={label}
              tabIndex={rowIndex === row && columnIndex === column ? 0 : -1}
              onFocus={() => (setAt([rowIndex, columnIndex]), setActive([rowIndex, columnIndex]))}
              onBlur={() => setActive(null)}
              onPointerEnter={() => setActive([rowIndex, columnIndex])}
              style={{
                background: `color-mix(in oklab, var(--color-primary) ${depth(value, highest)}%, var(--color-base-200))`,
              }}
              className={`h-5.5 rounded ${current?.[0] === rowIndex && current[1] === columnIndex ? "outline-base-content outline-2 outline-offset-1" : ""}`}
            />
          )),
        ])}
        <span aria-hidden />
        {columns.map((name, index) => (
          <span
            key={name}
            aria-hidden
            className="text-muted tabular text-center text-[11px] leading-4"
          >
            {index % 2 === 0 && name}
          </span>
        ))}
        {tip && (
          <p
            aria-hidden
            data-tip
            className="bg-neutral text-neutral-content text-small pointer-events-none absolute z-10 -translate-x-1/2 rounded-md px-2 py-1 whitespace-nowrap"
            style={{
              bottom: `calc(${((rows.length - active[0]) / (rows.length + 1)) * 100}% + 12px)`,
              left: `clamp(96px, ${((active[1] + 1.5) / (columns.length + 1)) * 100}%, calc(100% - 96px))`,
            }}
          >
            {tip.label}
          </p>
        )}
      </div>
      <p
        aria-hidden
        className={`text-muted tabular mt-2 flex items-center justify-end gap-1 text-xs ${highest === 0 ? "invisible" : ""}`}
      >
        0
        {depths.map((each) => (
          <span
            key={each}
            className="h-2.5 w-4 rounded-xs"
            style={{
              background: `color-mix(in oklab, var(--color-primary) ${each}%, var(--color-base-200))`,
            }}
          />
        ))}
        {most}
      </p>
    </>
  );
}

const depths = [8, 26, 48, 70, 94];

/** How much of the colour a value has, in percent. */
const depth = (value: number | null, highest: number) =>
  value === null || value === 0 || highest === 0 ? 0 : Math.round(8 + (value / highest) * 86);
