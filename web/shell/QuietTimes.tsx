import { useState } from "react";
import type { QuietHours } from "../../src/shared/quiet-hours.ts";
import { isTime } from "../kit/date-checks.ts";
import { useTranslation } from "../kit/text.ts";
import { TimeInput } from "../kit/TimeInput.tsx";

/** The edges of quiet hours. */
export function QuietTimes({
  quiet,
  onChange,
}: {
  quiet: QuietHours;
  onChange: (change: Partial<QuietHours>) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="mt-2 flex gap-3">
      {(["from", "to"] as const).map((edge) => (
        <label key={edge} className="min-w-0 flex-1">
          <span className="text-small mb-1 block">{t(`menu.sound.${edge}`)}</span>
          <QuietTime value={quiet[edge]} onChange={(time) => onChange({ [edge]: time })} />
        </label>
      ))}
    </div>
  );
}

/** A half-typed time changes nothing yet. */
function QuietTime({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState(value);
  const onType = (time: string) => {
    setTyped(time);
    if (isTime(time)) onChange(time);
  };
  return (
    <TimeInput
      required
      className="input input-sm"
      value={typed}
      onChange={onType}
      onBlur={() => setTyped((last) => (isTime(last) ? last : value))}
    />
  );
}
