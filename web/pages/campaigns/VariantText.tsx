import { useSignals } from "@preact/signals-react/runtime";
import { Braces, File, Send } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../kit/api.ts";
import { insertText } from "../../kit/edit-text.ts";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { Formatted } from "../../messages/Formatted.tsx";
import { fillIn } from "../../../src/shared/fill-in.ts";
import { contactVariables } from "../../../src/shared/variables.ts";
import { exampleOf } from "../../parts/TextVariables.tsx";
import type { Kind } from "../../parts/campaigns/variants.ts";
import { useSettingVariables, Warnings } from "./Warnings.tsx";

type Person = { id: number; name: string; number: string; email: string };

type Props = { text: string; kind: Kind; name: string; contactListId: number | null; fileName: string | null; readOnly: boolean; /** Sends it to one number, as it stands. */ onTest?: () => void };

/** Below a text: its variables, what may be wrong with it, and the text as a contact's phone shows it. */
export function VariantText({ text, kind, name, contactListId, fileName, readOnly, onTest }: Props) {
  useSignals();
  const { t } = useTranslation();
  const variables = useSettingVariables() ?? [];
  const people = usePeople(contactListId);
  const [chosen, setChosen] = useState<number | null>(null);
  const example: Person = { id: 0, name: t("campaigns.examplePerson"), number: "5511988887777", email: "maria@exemplo.com.br" };
  const person = people.find(({ id }) => id === chosen) ?? people[0] ?? example;
  // One way of writing them is offered, and one word for each thing; two braces work too.
  const keys = ["nome", "numero", "email", ...variables.map(({ key }) => key), ...contactVariables.filter((word) => word !== "name")];
  const facts = { ...exampleOf(person.name), contact: person };
  const field = () => document.querySelector<HTMLTextAreaElement>(`dialog[open] textarea[name=${name}]`);
  const insert = (word: string) => {
    const written = field();
    if (written) insertText(written, word);
  };
  return (
    <div className="mt-2 grid gap-4 phone:grid-cols-2">
      <div className="flex flex-col items-start gap-3">
        <div className="flex flex-wrap gap-2">
          {!readOnly && (
            <Menu label={t("campaigns.insertVariable")} align="start" tip={false} className="btn btn-sm" items={[...new Set(keys)].map((key) => `{${key}}`).map((label) => ({ label, onSelect: () => insert(label) }))}>
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
        <Warnings texts={[text]} kind={kind} variables={variables} />
      </div>
      <div className="min-w-0">
        {people.length > 0 && <LabeledSelect label={t("campaigns.previewFor")} value={person.id} options={people} onChange={setChosen} />}
        <div role="group" aria-label={t("campaigns.preview")} className="bg-thread border-line rounded-card mt-2 flex min-h-28 flex-col items-start gap-1.5 border p-3">
          {fileName && kind === "message" && (
            <span className="bg-bubble-other border-line rounded-bubble text-small flex max-w-full items-center gap-2 border px-2.5 py-1.5">
              <File size={16} aria-hidden className="text-primary shrink-0" />
              <span className="truncate">{fileName}</span>
            </span>
          )}
          {text.trim() === "" ? (
            <p className="text-muted text-small">{t("campaigns.previewEmpty")}</p>
          ) : (
            <div data-preview className="bg-bubble-other border-line rounded-bubble w-fit max-w-full min-w-20 rounded-tl-sm border px-2.5 py-1.5 break-words whitespace-pre-wrap">
              <Formatted text={fillIn(text, facts, variables)} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

// The first of the list are enough to see how a text reads.
function usePeople(contactListId: number | null): Person[] {
  const [people, setPeople] = useState<Person[]>([]);
  useEffect(() => {
    let left = false;
    setPeople([]);
    if (contactListId) api.get<{ contacts: Person[] }>("/contact-list-items", { contactListId, pageNumber: 1, searchParam: "" }).then(({ contacts }) => !left && setPeople(contacts), () => undefined);
    return () => void (left = true);
  }, [contactListId]);
  return people;
}
