import { useSignals } from "@preact/signals-react/runtime";
import { Lock } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { sendWindows } from "../../../src/shared/campaigns.ts";
import type { TemplateUse } from "../../../src/shared/templates.ts";
import { useChoices } from "../../forms/choices.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";
import { api, fileForm } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { connections } from "../../lists/company-lists.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import type { Campaign } from "../../parts/campaigns/types.ts";
import { FileAttachment } from "../../parts/FileAttachment.tsx";
import { Audience } from "./Audience.tsx";
import { TemplateField, TemplateFieldPicker } from "../../parts/templates/TemplateField.tsx";
import { type Draft, DraftTestDialog } from "./TestDialog.tsx";
import { ListsInput } from "./ListsInput.tsx";
import { VariantText } from "./VariantText.tsx";
import {
  type Kind,
  variantNumbers,
  type Variants,
  writtenVariants,
} from "../../parts/campaigns/variants.ts";
import {
  planFields,
  textFields,
  valuesOf,
  bodyOf,
  scheduledAtOf,
  idsOf,
  audienceOf,
  type Lists,
  listIdsOf,
  listsOf,
} from "./campaign-fields.ts";

type Props = { title: string; row: Campaign | null; onClose: () => void };

/**
 * Creates or edits a campaign: its texts, recipients and time. A campaign that cannot change now is
 * read-only.
 */
export function CampaignDialog({ title, row, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [template, setTemplate] = useState<TemplateUse | null>(row?.template ?? null);
  const [picking, setPicking] = useState<number | null>(null);
  const hasTemplates = ({ whatsappId }: FormValues) =>
    connections.rows.value?.find(({ id }) => id === Number(whatsappId))?.capabilities.templates ===
    true;
  useChoices(connections);
  const [variant, setVariant] = useState<Record<Kind, number>>({
    message: 1,
    confirmationMessage: 1,
  });
  // Undefined while the file stays the same.
  const [file, setFile] = useState<File | null>();
  const [tested, setTested] = useState<Draft | null>(null);
  const [lists, setLists] = useState(() => listsOf(row));
  const edit = useEdit(row, () => ({
    ...bodyOf(valuesOf(row), listsOf(row)),
    template: row?.template ?? null,
  }));
  const readOnly = row !== null && !row.isEditable;
  const stored = row?.mediaName ? { name: row.mediaName } : null;
  const fileName = (file === undefined ? stored?.name : file?.name) ?? null;

  const fields = (values: FormValues): Field[] =>
    [
      ...planFields(
        values,
        sendWindows.map((value) => ({ value, label: t(`campaigns.windows.${value}`) })),
        hasTemplates(values),
      ),
      ...(hasTemplates(values) ? [] : textsOf(values)),
    ].map((field) => ({ ...field, disabled: readOnly }));

  const textsOf = (values: FormValues): Field[] => [
    ...textFields("message", variant.message, values),
    {
      name: "confirmation",
      label: "campaigns.askFirst",
      hint: "campaigns.askFirstHint",
      type: "switch" as const,
      tab: "campaigns.tabs.confirmation",
    },
    ...(values.confirmation
      ? textFields("confirmationMessage", variant.confirmationMessage, values)
      : []),
  ];

  const tabs = (kind: Kind) => (values: FormValues) => (
    <Tabs
      variant="box"
      label={t("campaigns.variants")}
      values={variantNumbers.map(String)}
      value={String(variant[kind])}
      text={(n) => variantName(n, writtenVariants(values as Variants, kind))}
      onChange={(n) => setVariant({ ...variant, [kind]: Number(n) })}
    />
  );
  const below = (kind: Kind) => (values: FormValues) => {
    const name = `${kind}${variant[kind]}`;
    const text = String(values[name] ?? "");
    const test = () =>
      setTested({
        message: text,
        whatsappId: idsOf(values).whatsappId,
        fileListId: Number(values.fileListId) || null,
        campaignId: file === null ? undefined : edit.row?.id,
        hasNewFile: Boolean(file),
      });
    return (
      <VariantText
        text={text}
        kind={kind}
        name={name}
        contactListId={Number(values.contactListId) || null}
        fileName={fileName}
        readOnly={readOnly}
        onTest={kind === "message" ? test : undefined}
      />
    );
  };
  const variantName = (n: string, written: number[]) =>
    written.includes(Number(n)) ? t("campaigns.variantTab", { n }) : n;

  const listsInput = (part: keyof Lists, label: string) => (values: FormValues) => (
    <ListsInput
      label={label}
      ids={lists[part]}
      without={[Number(values.contactListId), ...lists.more, ...lists.except]}
      readOnly={readOnly}
      onChange={(ids) => setLists({ ...lists, [part]: ids })}
    />
  );
  const extras: Record<string, (values: FormValues) => React.ReactNode> = {
    moreLists: listsInput("more", "campaigns.moreLists"),
    exceptLists: listsInput("except", "campaigns.exceptLists"),
    messageTabs: tabs("message"),
    confirmationMessageTabs: tabs("confirmationMessage"),
    [`message${variant.message}`]: below("message"),
    [`confirmationMessage${variant.confirmationMessage}`]: below("confirmationMessage"),
    media: () =>
      readOnly ? fileName : <FileAttachment stored={stored} file={file} onChange={setFile} />,
    template: (values) => (
      <TemplateField
        template={template}
        readOnly={readOnly}
        onChoose={() => setPicking(Number(values.whatsappId))}
        onRemove={() => setTemplate(null)}
      />
    ),
    audience: (values) => (
      <Audience
        choice={{ ...audienceOf(values), ...listIdsOf(values, lists), template }}
        isStarting={scheduledAtOf(values) !== null}
      />
    ),
  };

  const save = async (values: FormValues) => {
    // A scheduled campaign must be complete before it starts, so the file is uploaded before the
    // time is saved.
    const { id } = await saveEdit("/campaigns", edit, {
      ...bodyOf(values, lists),
      ...(hasTemplates(values) && { confirmation: false }),
      template: hasTemplates(values) ? template : null,
    });
    const path = `/campaigns/${id}/media-upload`;
    if (file) await api.post(path, fileForm(file));
    else if (file === null && stored) await api.del(path);
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  if (readOnly) {
    return (
      <Dialog
        title={row.name}
        size="large"
        tall
        onClose={onClose}
        footer={
          <button type="button" className="btn" onClick={onClose}>
            {t("common.close")}
          </button>
        }
      >
        <p className="text-muted mb-3 flex items-start gap-2">
          <Lock size={16} aria-hidden className="mt-0.5 shrink-0" />
          {t("campaigns.readOnly")}
        </p>
        <Form fields={fields} values={valuesOf(row)} extras={extras} onSubmit={async () => {}} />
      </Dialog>
    );
  }
  return (
    <>
      <RowDialog
        title={title}
        size="large"
        listing={{ fields }}
        values={valuesOf(row)}
        extras={extras}
        onFieldChange={timeChanged}
        changed={
          file !== undefined ||
          JSON.stringify(lists) !== JSON.stringify(listsOf(row)) ||
          template !== (row?.template ?? null)
        }
        onSave={save}
        onClose={onClose}
      />
      {picking !== null && (
        <TemplateFieldPicker
          whatsappId={picking}
          onPick={setTemplate}
          onClose={() => setPicking(null)}
        />
      )}
      {tested && <DraftTestDialog draft={tested} onClose={() => setTested(null)} />}
    </>
  );
}

/** A new time clears the day's error, because the time may have caused it. */
const timeChanged: ComponentProps<typeof Form>["onFieldChange"] = {
  scheduledTime: (_, put, { scheduledDay }) => put({ scheduledDay }),
};
