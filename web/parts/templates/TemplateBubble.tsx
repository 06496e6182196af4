import { Copy, ExternalLink, Phone, Reply } from "lucide-react";
import {
  templateText,
  type TemplateButton,
  type TemplateParts,
  type TemplateUse,
} from "../../../src/shared/templates.ts";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { Formatted } from "../../messages/Formatted.tsx";
import texts from "./texts.json";

addTexts(texts);

type Props = {
  template: Pick<TemplateParts, "header" | "body" | "footer" | "buttons">;
  values: Pick<TemplateUse, "header" | "body">;
};

/** A template as the customer's phone shows it. */
export function TemplateBubble({ template, values }: Props) {
  const { t } = useTranslation();
  const text = templateText(template, values);
  return (
    <div
      role="group"
      aria-label={t("templatePicker.preview")}
      className="bg-thread border-line rounded-card flex flex-col items-start border p-3"
    >
      <div className="bg-bubble-other border-line rounded-bubble w-fit max-w-full min-w-32 rounded-tl-sm border">
        {template.header && template.header.format !== "TEXT" && (
          <p className="text-muted text-small px-2.5 pt-1.5">
            {t(`templatePicker.headers.${template.header.format}`)}
          </p>
        )}
        <p data-preview className="px-2.5 py-1.5 break-words whitespace-pre-wrap">
          {text ? <Formatted text={text} /> : t("templatePicker.empty")}
        </p>
        {template.buttons.map((button, index) => {
          const Icon = icons[button.type];
          return (
            <p
              key={index}
              className="border-line text-primary flex items-center justify-center gap-1.5 border-t px-2.5 py-1.5 font-medium"
            >
              <Icon size={15} aria-hidden className="shrink-0" />
              <span className="min-w-0 break-words">
                {button.type === "copyCode"
                  ? t("templatePicker.copyCode")
                  : button.type === "other"
                    ? button.kind
                    : button.text}
              </span>
            </p>
          );
        })}
      </div>
    </div>
  );
}

const icons = {
  quickReply: Reply,
  url: ExternalLink,
  phone: Phone,
  copyCode: Copy,
  other: Reply,
} satisfies Record<TemplateButton["type"], unknown>;
