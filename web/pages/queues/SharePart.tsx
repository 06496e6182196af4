import { Hand, RefreshCw, Scale } from "lucide-react";
import type { ShareMode } from "../../../src/shared/share.ts";
import { RadioCards } from "../../forms/ChoiceInputs.tsx";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Draft } from "./draft.ts";

const icons = { off: Hand, fewest: Scale, turns: RefreshCw };
const choices = (Object.keys(icons) as ShareMode[]).map((value) => ({
  value,
  label: `queues.share.${value}`,
  hint: `queues.share.${value}Hint`,
  icon: icons[value],
}));
const limits = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30];
const minutes = [2, 3, 5, 10, 15, 20, 30, 60];

type Props = { draft: Draft; onChange: (change: Partial<Draft>) => void };

/** Whether the queue hands out its waiting tickets, and to whom. rules.md#share-of-load */
export function SharePart({ draft: { share, shareLimit, takeBackMinutes }, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{t("queues.share.title")}</legend>
      <RadioCards
        name="share"
        choices={choices}
        value={share}
        onChange={(value) => onChange({ share: value as ShareMode })}
      />
      {share !== "off" && (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <LabeledSelect
              label={t("queues.share.limit")}
              value={shareLimit}
              empty={t("queues.share.noLimit")}
              options={withStored(limits, shareLimit).map((count) => ({
                id: count,
                name: t("queues.share.upTo", { count }),
              }))}
              onChange={(value) => onChange({ shareLimit: value })}
            />
            <LabeledSelect
              label={t("queues.share.takeBack")}
              value={takeBackMinutes}
              empty={t("queues.share.never")}
              options={withStored(minutes, takeBackMinutes).map((n) => ({
                id: n,
                name: t("queues.share.after", { n }),
              }))}
              onChange={(value) => onChange({ takeBackMinutes: value })}
            />
          </div>
          <p className="text-muted text-small">{t("queues.share.note")}</p>
        </>
      )}
    </fieldset>
  );
}

const withStored = (offered: number[], stored: number | null) =>
  [...new Set([...offered, ...(stored === null ? [] : [stored])])].toSorted(
    (one, other) => one - other,
  );
