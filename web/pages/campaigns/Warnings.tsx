import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { CampaignSetting } from "../../../src/modules/campaign-settings/table.ts";
import { unknownIn } from "../../../src/shared/fill-in.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { exampleOf } from "../../parts/TextVariables.tsx";
import { Warning } from "../../parts/Warning.tsx";
import { hasWayOut, type Kind } from "../../parts/campaigns/variants.ts";

export type Variable = { key: string; value: string };

type Props = {
  texts: string[];
  kind: Kind;
  variables: Variable[];
  /** The names of contact fields. */
  words?: { name: string; value: string }[];
  /** Adds a sentence that explains how to opt out. */ onWayOut?: (sentence: string) => void;
};

/** Warns when no text explains how to opt out, and when braces hold no existing variable. */
export function Warnings({ texts, kind, variables, words = [], onWayOut }: Props) {
  const { t } = useTranslation();
  const written = texts.filter((text) => text.trim() !== "");
  const example = exampleOf("");
  const facts = { ...example, contact: { ...example.contact, extraInfo: words } };
  const strange = [...new Set(written.flatMap((text) => unknownIn(text, facts, variables)))];
  const wayOut = t(kind === "message" ? "campaigns.wayOut" : "campaigns.wayOutAsked");
  return (
    <>
      {!written.every(hasWayOut) && (
        <>
          <Warning>
            {t(kind === "message" ? "campaigns.noWayOut" : "campaigns.noWayOutAsked", {
              count: written.length,
              wayOut,
            })}
          </Warning>
          {onWayOut && (
            <button type="button" className="btn btn-sm" onClick={() => onWayOut(wayOut)}>
              <Plus size={16} aria-hidden />
              {t("campaigns.addWayOut")}
            </button>
          )}
        </>
      )}
      {strange.length > 0 && (
        <Warning>{t("campaigns.unknownVariables", { names: strange.join(", ") })}</Warning>
      )}
    </>
  );
}

/** The company's own variables; null until they are loaded. */
export function useSettingVariables(): Variable[] | null {
  const [variables, setVariables] = useState<Variable[] | null>(null);
  useEffect(() => {
    api.get<CampaignSetting[]>("/campaign-settings").then(
      (all) =>
        setVariables(
          JSON.parse(all.find(({ key }) => key === "variables")?.value ?? "[]") as Variable[],
        ),
      () => undefined,
    );
  }, []);
  return variables;
}
