import { useTranslation } from "../../kit/text.ts";
import { weekErrors } from "../../kit/week/week.ts";
import { WeekEditor } from "../../kit/week/WeekEditor.tsx";
import { zoneName } from "../../kit/zones.ts";
import { me } from "../../session/session.ts";
import { weekIn, weekText } from "./store-times.ts";
import type { FormValue } from "../../forms/form.ts";

type Props = {
  value: FormValue;
  /** The user has tried to save, so that what is missing is marked. */
  wasTried: boolean;
  onChange: (text: string) => void;
};

/** The store's own hours. rules.md#wanted-times */
export function StoreHours({ value, wasTried, onChange }: Props) {
  const { t } = useTranslation();
  const week = weekIn(value);
  return (
    <section aria-label={t("stores.hours")}>
      <p className="text-muted text-small">
        {t("stores.hoursZone", {
          zone: zoneName(me.peek()?.company.timezone ?? "America/Sao_Paulo", Date.now()),
        })}
      </p>
      <WeekEditor
        value={week}
        errors={wasTried ? weekErrors(week) : {}}
        onChange={(next) => onChange(weekText(next))}
      />
    </section>
  );
}
