import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { CampaignSetting } from "../../../src/modules/campaign-settings/table.ts";
import { unknownIn } from "../../../src/shared/fill-in.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { exampleOf } from "../../parts/TextVariables.tsx";
import { hasWayOut, type Kind } from "../../parts/campaigns/variants.ts";

type Variable = { key: string; value: string };

/** What may be wrong with texts of one kind: none tells how to get no more, and what stands in braces is no variable. */
export function Warnings({ texts, kind, variables }: { texts: string[]; kind: Kind; variables: Variable[] }) {
  const { t } = useTranslation();
  const written = texts.filter((text) => text.trim() !== "");
  const strange = [...new Set(written.flatMap((text) => unknownIn(text, exampleOf(""), variables)))];
  const warnings = [
    ...(written.every(hasWayOut) ? [] : [t(kind === "message" ? "campaigns.noWayOut" : "campaigns.noWayOutAsked")]),
    ...(strange.length > 0 ? [t("campaigns.unknownVariables", { names: strange.join(", ") })] : []),
  ];
  return warnings.map((warning) => (
    <p key={warning} data-warning className="text-waiting text-small flex items-start gap-1.5">
      <TriangleAlert size={16} aria-hidden className="mt-px shrink-0" />
      <span className="min-w-0 break-words">{warning}</span>
    </p>
  ));
}

/** The variables of the company's own. Null until they are here. */
export function useSettingVariables(): Variable[] | null {
  const [variables, setVariables] = useState<Variable[] | null>(null);
  useEffect(() => {
    api.get<CampaignSetting[]>("/campaign-settings").then((all) => setVariables(JSON.parse(all.find(({ key }) => key === "variables")?.value ?? "[]") as Variable[]), () => undefined);
  }, []);
  return variables;
}
