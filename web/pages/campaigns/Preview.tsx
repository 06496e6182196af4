import { File } from "lucide-react";
import { fillIn } from "../../../src/shared/fill-in.ts";
import { useTranslation } from "../../kit/text.ts";
import { Formatted } from "../../messages/Formatted.tsx";
import { exampleOf } from "../../parts/TextVariables.tsx";
import type { Person } from "./use-people.ts";
import type { Variable } from "./Warnings.tsx";

type Props = {
  texts: string[];
  /** Names of the files above the texts. */ files: string[];
  person: Person;
  variables: Variable[];
  /** The person's fields. */
  words?: { name: string; value: string }[];
};

/** Texts as a phone shows them. */
export function Preview({ texts, files, person, variables, words }: Props) {
  const { t } = useTranslation();
  const facts = { ...exampleOf(person.name), contact: { ...person, extraInfo: words } };
  return (
    <div
      role="group"
      aria-label={t("campaigns.preview")}
      className="bg-thread border-line rounded-card flex flex-col items-start gap-1.5 border p-3"
    >
      {files.map((name) => (
        <span
          key={name}
          className="bg-bubble-other border-line rounded-bubble text-small flex max-w-full items-center gap-2 border px-2.5 py-1.5"
        >
          <File size={16} aria-hidden className="text-primary shrink-0" />
          <span className="truncate">{name}</span>
        </span>
      ))}
      {texts.length === 0 && <p className="text-muted text-small">{t("campaigns.previewEmpty")}</p>}
      {texts.map((text, index) => (
        <div
          key={index}
          data-preview
          className="bg-bubble-other border-line rounded-bubble w-fit max-w-full min-w-20 rounded-tl-sm border px-2.5 py-1.5 break-words whitespace-pre-wrap"
        >
          <Formatted text={fillIn(text, facts, variables)} />
        </div>
      ))}
    </div>
  );
}
