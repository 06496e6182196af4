import { useSignals } from "@preact/signals-react/runtime";
import { Braces, Send } from "lucide-react";
import { useState } from "react";
import { insertText } from "../../kit/edit-text.ts";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { contactVariables } from "../../../src/shared/variables.ts";
import type { Kind } from "../../parts/campaigns/variants.ts";
import { exampleWords, useContactFields, usePersonWords } from "./contact-words.ts";
import { Preview } from "./Preview.tsx";
import { examplePerson, usePeople } from "./use-people.ts";
import { useSettingVariables, Warnings } from "./Warnings.tsx";

type Props = {
  text: string;
  kind: Kind;
  name: string;
  contactListId: number | null;
  fileName: string | null;
  readOnly: boolean;
  /** Sends the text to one number as it is. */ onTest?: () => void;
};

/** The parts below a text: its variables, warnings, and a preview on a contact's phone. */
export function VariantText({
  text,
  kind,
  name,
  contactListId,
  fileName,
  readOnly,
  onTest,
}: Props) {
  useSignals();
  const { t } = useTranslation();
  const variables = useSettingVariables() ?? [];
  const people = usePeople(contactListId);
  const [chosen, setChosen] = useState<number | null>(null);
  const person = people.find(({ id }) => id === chosen) ?? people[0] ?? examplePerson();
  const fields = useContactFields();
  const words = usePersonWords(person, fields);
  // The buttons offer one spelling and one word for each variable. Double braces work too.
  const keys = [
    "nome",
    "numero",
    "email",
    ...variables.map(({ key }) => key),
    ...contactVariables.filter((word) => word !== "name"),
    ...fields.map(({ key }) => key),
  ];
  const field = () =>
    document.querySelector<HTMLTextAreaElement>(`dialog[open] textarea[name=${name}]`);
  const insert = (word: string) => {
    const written = field();
    if (written) insertText(written, word);
  };
  const addWayOut = (sentence: string) => {
    const written = field();
    if (!written) return;
    insertText(written, `\n\n${sentence}`, written.value.trimEnd().length, written.value.length);
    written.scrollTop = written.scrollHeight;
  };
  return (
    <div className="mt-2 grid gap-4 phone:grid-cols-2">
      <div className="flex flex-col items-start gap-3">
        <div className="flex flex-wrap gap-2">
          {!readOnly && (
            <Menu
              label={t("campaigns.insertVariable")}
              align="start"
              tip={false}
              className="btn btn-sm"
              items={[...new Set(keys)]
                .map((key) => `{${key}}`)
                .map((label) => ({ label, onSelect: () => insert(label) }))}
            >
              <Braces size={16} aria-hidden />
              {t("campaigns.insertVariable")}
            </Menu>
          )}
          {!readOnly && onTest && text.trim() !== "" && (
            <button type="button" className="btn btn-sm" onClick={onTest}>
              <Send size={16} aria-hidden />
              {t("campaigns.test.action")}
            </button>
          )}
        </div>
        <Warnings
          texts={[text]}
          kind={kind}
          variables={variables}
          words={exampleWords(fields)}
          onWayOut={readOnly ? undefined : addWayOut}
        />
      </div>
      <div className="min-w-0">
        {people.length > 0 && (
          <LabeledSelect
            label={t("campaigns.previewFor")}
            value={person.id}
            options={people}
            onChange={setChosen}
          />
        )}
        <div className="mt-2 grid min-h-28">
          <Preview
            texts={text.trim() === "" ? [] : [text]}
            files={fileName && kind === "message" ? [fileName] : []}
            person={person}
            variables={variables}
            words={words}
          />
        </div>
      </div>
    </div>
  );
}
