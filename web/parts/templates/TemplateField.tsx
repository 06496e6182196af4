import { LayoutTemplate, X } from "lucide-react";
import { fillIn } from "../../../src/shared/fill-in.ts";
import { templateText, type TemplateUse } from "../../../src/shared/templates.ts";
import { contactVariables } from "../../../src/shared/variables.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { languageName } from "../../parts/templates/language-name.ts";
import { TemplatePicker } from "./TemplatePicker.tsx";
import { exampleOf } from "../TextVariables.tsx";
import { useVariables } from "../writing/suggestions.ts";

type Props = {
  template: TemplateUse | null;
  readOnly: boolean;
  onChoose: () => void;
  onRemove: () => void;
};

/** The template that is sent on the official channel in place of a text. rules.md#templates */
export function TemplateField({ template, readOnly, onChoose, onRemove }: Props) {
  const { t, tag } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {template && (
        <span className="bg-base-200 border-line flex min-w-0 items-center gap-1.5 rounded-lg border py-1 pr-1 pl-3">
          <span className="min-w-0 break-all">{template.name}</span>
          <span className="text-muted text-small">{languageName(template.language, tag)}</span>
          {!readOnly && <IconButton label={t("templateField.none")} icon={X} onClick={onRemove} />}
        </span>
      )}
      {!readOnly && (
        <button type="button" className="btn btn-sm" onClick={onChoose}>
          <LayoutTemplate size={16} aria-hidden />
          {t("templateField.choose")}
        </button>
      )}
    </div>
  );
}

/** Chooses the template; outside of the form, since it is a form of its own. */
export function TemplateFieldPicker({
  whatsappId,
  onPick,
  onClose,
}: {
  whatsappId: number;
  /** The text is the template's, with the values as they are written. */
  onPick: (template: TemplateUse, text: string) => void;
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
      submit={t("templateField.use")}
      onPick={({ header, body, buttons }, template) => {
        const use = { name: template.name, language: template.language, header, body, buttons };
        onPick(use, templateText(template, use));
      }}
      onClose={onClose}
    />
  );
}
