import type { ComponentProps } from "react";
import { isTime } from "./date-checks.ts";
import { completeTime, maskTime } from "./date-mask.ts";

type Props = Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  /** HH:MM, or an incomplete text. */
  value: string;
  onChange: (value: string) => void;
};

/** A time of day on 24 hours, in every language. Arrow keys change it by a quarter of an hour. */
export function TimeInput({ value, onChange, onBlur, ...rest }: Props) {
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={8}
      {...rest}
      value={value}
      onChange={({ target }) => onChange(maskTime(target.value, value))}
      onBlur={(event) => {
        if (isTime(completeTime(value))) onChange(completeTime(value));
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        const by = { ArrowUp: step, ArrowDown: -step }[event.key];
        if (by === undefined || (value !== "" && !isTime(value))) return;
        event.preventDefault();
        onChange(addMinutes(value || "00:00", by));
      }}
    />
  );
}

const step = 15;
const minutesInDay = 24 * 60;

function addMinutes(time: string, by: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  // Move to the next full quarter, not past it.
  const at =
    (by > 0
      ? Math.floor((hour * 60 + minute) / step) + 1
      : Math.ceil((hour * 60 + minute) / step) - 1) * step;
  const minutes = (at + minutesInDay) % minutesInDay;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
