import { LayoutTemplate, X } from "lucide-react";
import { fillIn } from "../../../src/shared/fill-in.ts";
import type { TemplateUse } from "../../../src/shared/templates.ts";
import { contactVariables } from "../../../src/shared/variables.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { languageName } from "../../parts/templates/language-name.ts";
import { TemplatePicker } from "../../parts/templates/TemplatePicker.tsx";
import { exampleOf } from "../../parts/TextVariables.tsx";
import { useVariables } from "../../parts/writing/suggestions.ts";

type Props = {
  template: TemplateUse | null;
  readOnly: boolean;
  onChoose: () => void;
  onRemove: () => void;
};

/** The template that a campaign on the official channel sends. rules.md#templates */
export function CampaignTemplate({ template, readOnly, onChoose, onRemove }: Props) {
  const { t, tag } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {template && (
        <span className="bg-base-200 border-line flex min-w-0 items-center gap-1.5 rounded-lg border py-1 pr-1 pl-3">
          <span className="min-w-0 break-all">{template.name}</span>
          <span className="text-muted text-small">{languageName(template.language, tag)}</span>
          {!readOnly && (
            <IconButton label={t("campaigns.noTemplate")} icon={X} onClick={onRemove} />
          )}
        </span>
      )}
      {!readOnly && (
        <button type="button" className="btn btn-sm" onClick={onChoose}>
          <LayoutTemplate size={16} aria-hidden />
          {t("campaigns.chooseTemplate")}
        </button>
      )}
    </div>
  );
}

/** Chooses the template; outside of the campaign's form, since it is a form of its own. */
export function CampaignTemplatePicker({
  whatsappId,
  onPick,
  onClose,
}: {
  whatsappId: number;
  onPick: (template: TemplateUse) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const words = useVariables(null).filter(({ name }) =>
    (contactVariables as readonly string[]).includes(name),
  );
  const facts = exampleOf(t("quickMessages.example"));
  return (
    <TemplatePicker
      whatsappId={whatsappId}
      fill={(text) => fillIn(text, facts, [])}
      words={words}
      submit={t("campaigns.useTemplate")}
      onPick={({ header, body, buttons }, { name, language }) =>
        onPick({ name, language, header, body, buttons })
      }
      onClose={onClose}
    />
  );
}
