import { Lock } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { sendWindows } from "../../../src/shared/campaigns.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";
import { api, fileForm } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { language, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { languageTags } from "../../kit/translations.ts";
import { wallClock } from "../../kit/wall-clock.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import {
  connectionResource,
  contactListResource,
  fileListResource,
  tagResource,
} from "../../parts/campaigns/resources.ts";
import type { Campaign } from "../../parts/campaigns/types.ts";
import { FileAttachment } from "../../parts/FileAttachment.tsx";
import { me } from "../../session/session.ts";
import { Audience } from "./Audience.tsx";
import { type Draft, DraftTestDialog } from "./TestDialog.tsx";
import { VariantText } from "./VariantText.tsx";
import {
  type Kind,
  variantNumbers,
  type Variants,
  writtenVariants,
} from "../../parts/campaigns/variants.ts";

type Props = { title: string; row: Campaign | null; onClose: () => void };

/**
 * Makes or changes a campaign: its texts, whom they go to, and when. One that can't be changed now
 * is shown as it is.
 */
export function CampaignDialog({ title, row, onClose }: Props) {
  const { t } = useTranslation();
  const [variant, setVariant] = useState<Record<Kind, number>>({
    message: 1,
    confirmationMessage: 1,
  });
  // Undefined while it is to stay as it is.
  const [file, setFile] = useState<File | null>();
  const [tested, setTested] = useState<Draft | null>(null);
  const edit = useEdit(row, () => bodyOf(valuesOf(row)));
  const readOnly = row !== null && !row.isEditable;
  const stored = row?.mediaName ? { name: row.mediaName } : null;
  const fileName = (file === undefined ? stored?.name : file?.name) ?? null;

  const fields = (values: FormValues): Field[] =>
    [
      ...planFields(
        values,
        sendWindows.map((value) => ({ value, label: t(`campaigns.windows.${value}`) })),
      ),
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
    ].map((field) => ({ ...field, disabled: readOnly }));

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

  const extras: Record<string, (values: FormValues) => React.ReactNode> = {
    messageTabs: tabs("message"),
    confirmationMessageTabs: tabs("confirmationMessage"),
    [`message${variant.message}`]: below("message"),
    [`confirmationMessage${variant.confirmationMessage}`]: below("confirmationMessage"),
    media: () =>
      readOnly ? fileName : <FileAttachment stored={stored} file={file} onChange={setFile} />,
    audience: (values) => (
      <Audience choice={audienceOf(values)} isStarting={scheduledAtOf(values) !== null} />
    ),
  };

  const save = async (values: FormValues) => {
    // One that starts by itself must be whole: its file goes in before its time does.
    const { id } = await saveEdit("/campaigns", edit, bodyOf(values));
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
        changed={file !== undefined}
        onSave={save}
        onClose={onClose}
      />
      {tested && <DraftTestDialog draft={tested} onClose={() => setTested(null)} />}
    </>
  );
}

/** What was wrong with a day may have been its time. */
const timeChanged: ComponentProps<typeof Form>["onFieldChange"] = {
  scheduledTime: (_, put, { scheduledDay }) => put({ scheduledDay }),
};

const planTab = "campaigns.tabs.plan";

const planFields = ({ sendWindow, tagListId }: FormValues, windows: Field["items"]): Field[] => [
  { name: "name", label: "campaigns.name", required: true, min: 2, max: 50, tab: planTab },
  {
    name: "contactListId",
    label: "campaigns.contactList",
    hint: tagListId ? undefined : "campaigns.neededToStart",
    optional: tagListId ? undefined : "campaigns.toStart",
    type: "resource",
    resource: contactListResource,
    emptyLabel: tagListId ? "campaigns.byTag" : "campaigns.noList",
    tab: planTab,
  },
  {
    name: "tagListId",
    label: "campaigns.tag",
    hint: "campaigns.tagHint",
    type: "resource",
    resource: tagResource,
    emptyLabel: "campaigns.noTag",
    tab: planTab,
  },
  {
    name: "whatsappId",
    label: "campaigns.whatsapp",
    hint: "campaigns.neededToStart",
    optional: "campaigns.toStart",
    type: "resource",
    resource: connectionResource,
    emptyLabel: "common.choose",
    tab: planTab,
  },
  {
    name: "scheduledDay",
    wire: ["scheduledAt"],
    label: "campaigns.scheduledDay",
    hint: "campaigns.scheduledHint",
    type: "date",
    messages: { early: "campaigns.past" },
    tab: planTab,
  },
  { name: "scheduledTime", label: "campaigns.scheduledTime", type: "time", tab: planTab },
  {
    name: "sendWindow",
    label: "campaigns.sendWindow",
    type: "select",
    items: windows,
    tab: planTab,
  },
  ...(sendWindow === "own"
    ? ([
        {
          name: "windowStart",
          label: "campaigns.windowStart",
          type: "time",
          required: true,
          tab: planTab,
        },
        {
          name: "windowEnd",
          label: "campaigns.windowEnd",
          type: "time",
          required: true,
          tab: planTab,
        },
        {
          name: "windowDays",
          label: "campaigns.windowDays",
          type: "many",
          required: true,
          inline: true,
          options: weekdays(),
          tab: planTab,
        },
      ] as Field[])
    : []),
  { name: "audience", label: "campaigns.audience.title", type: "custom", tab: planTab },
];

const textFields = (kind: Kind, variant: number, values: FormValues): Field[] => {
  const tab = kind === "message" ? "campaigns.tabs.messages" : "campaigns.tabs.confirmation";
  return [
    { name: `${kind}Tabs`, label: "campaigns.variants", type: "custom", tab },
    {
      name: `${kind}${variant}`,
      label: kind === "message" ? "campaigns.text" : "campaigns.question",
      optional: writtenVariants(values as Variants, kind).some((n) => n !== variant)
        ? undefined
        : "campaigns.toStart",
      type: "textarea",
      rows: 4,
      max: 4000,
      tab,
    },
    ...(kind === "message"
      ? ([
          { name: "media", label: "campaigns.media", type: "custom", tab },
          {
            name: "fileListId",
            label: "campaigns.fileList",
            hint: "campaigns.fileListHint",
            type: "resource",
            resource: fileListResource,
            emptyLabel: "campaigns.noFileList",
            tab,
          },
        ] as Field[])
      : []),
  ];
};

const kinds: Kind[] = ["message", "confirmationMessage"];
const textNames = kinds.flatMap((kind) => variantNumbers.map((n) => `${kind}${n}`));

/** A campaign as its form shows it. */
function valuesOf(row: Campaign | null): FormValues {
  const known = (row ?? {}) as Record<string, unknown>;
  const text = (name: string) => String(known[name] ?? "");
  const { date: scheduledDay, time: scheduledTime } = row?.scheduledAt
    ? wallClock(new Date(row.scheduledAt), me.peek()?.company.timezone)
    : { date: "", time: "" };
  return {
    ...Object.fromEntries(
      [...textNames, "name", "contactListId", "tagListId", "whatsappId", "fileListId"].map(
        (name) => [name, text(name)],
      ),
    ),
    confirmation: row?.confirmation ?? false,
    // Nobody is to get a campaign at night because nobody thought of it. rules.md#campaign-pace
    sendWindow: row?.sendWindow ?? "company",
    windowStart: row?.windowStart ?? "09:00",
    windowEnd: row?.windowEnd ?? "18:00",
    windowDays: row?.windowDays ?? [1, 2, 3, 4, 5],
    scheduledDay,
    scheduledTime,
  };
}

function bodyOf(values: FormValues) {
  const texts = Object.fromEntries(textNames.map((name) => [name, values[name]]));
  const { name, confirmation, sendWindow } = values;
  return {
    ...texts,
    name,
    confirmation,
    sendWindow,
    ...windowOf(values),
    ...idsOf(values),
    fileListId: Number(values.fileListId) || null,
    scheduledAt: scheduledAtOf(values),
  };
}

/** Its time by the company's clock; null without a day. */
const scheduledAtOf = ({ scheduledDay, scheduledTime }: FormValues) =>
  scheduledDay ? `${String(scheduledDay)} ${String(scheduledTime || "09:00")}` : null;

const idsOf = ({ contactListId, tagListId, whatsappId }: FormValues) => ({
  contactListId: Number(contactListId) || null,
  tagListId: Number(tagListId) || null,
  whatsappId: Number(whatsappId) || null,
});

/** What is asked of those whom a campaign with these values will reach. */
const audienceOf = (values: FormValues) => ({
  ...idsOf(values),
  confirmation: values.confirmation === true,
  sendWindow: values.sendWindow,
  ...windowOf(values),
  scheduledAt: scheduledAtOf(values),
});

const windowOf = ({ sendWindow, windowStart, windowEnd, windowDays }: FormValues) =>
  sendWindow === "own" ? { windowStart, windowEnd, windowDays } : {};

/** The days of the week by number, from 1, Monday. */
const weekdays = () =>
  Array.from({ length: 7 }, (_, index) => ({
    id: index + 1,
    name: new Intl.DateTimeFormat(languageTags[language.peek()], {
      weekday: "short",
      timeZone: "UTC",
    }).format(Date.UTC(2026, 10, 23 + index)),
  }));
