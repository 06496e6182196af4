import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, Refused } from "../../kit/api.ts";
import type { Values } from "../../kit/form.ts";
import { explain } from "../../kit/text.ts";
import { Answered, type Tried } from "./Answered.tsx";
import type { Integration } from "./fields.ts";

/** Asks the agent one thing with what is typed, or with the key that is kept. */
export function DialogflowTest({ values, row }: { values: Values; row: Integration | null }) {
  const { t } = useTranslation();
  const [tried, tell] = useState<Tried>("no");
  const { projectName, jsonContent, language } = values;
  const ready = String(projectName).trim() !== "" && (jsonContent ? String(jsonContent).trim() !== "" : row?.hasSecret);

  const ask = async () => {
    tell("going");
    try {
      await api.post("/queueIntegration/testSession", { projectName, jsonContent, language, id: row?.id });
      tell({ well: t("integrations.test.well") });
    } catch (problem) {
      tell({ badly: problem instanceof Refused && problem.fields.jsonContent ? t("integrations.jsonInvalid") : explain(problem) });
    }
  };

  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <button type="button" className="btn btn-sm" disabled={!ready || tried === "going"} onClick={() => void ask()}>
        {tried === "going" ? <span aria-hidden className="loading loading-spinner loading-xs" /> : <FlaskConical size={16} aria-hidden />}
        {t("integrations.test.button")}
      </button>
      <Answered tried={tried} />
    </div>
  );
}
