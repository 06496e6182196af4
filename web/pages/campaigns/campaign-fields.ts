import type { Field, FormValues } from "../../forms/form.ts";
import { language } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import { wallClock } from "../../kit/wall-clock.ts";
import {
  connectionResource,
  contactListResource,
  fileListResource,
  segmentResource,
  tagResource,
} from "../../parts/campaigns/resources.ts";
import type { Campaign } from "../../parts/campaigns/types.ts";
import { me } from "../../session/session.ts";
import {
  type Kind,
  variantNumbers,
  type Variants,
  writtenVariants,
} from "../../parts/campaigns/variants.ts";

const planTab = "campaigns.tabs.plan";

const audienceFields = ({ tagListId, segmentId }: FormValues): Field[] => [
  {
    name: "contactListId",
    label: "campaigns.contactList",
    hint: tagListId || segmentId ? undefined : "campaigns.neededToStart",
    optional: tagListId || segmentId ? undefined : "campaigns.toStart",
    type: "resource",
    resource: contactListResource,
    emptyLabel: tagListId ? "campaigns.byTag" : "campaigns.noList",
    tab: planTab,
  },
  {
    name: "moreLists",
    wire: ["contactListIds"],
    label: "campaigns.moreLists",
    type: "custom",
    tab: planTab,
  },
  {
    name: "segmentId",
    label: "campaigns.segment",
    hint: "campaigns.segmentHint",
    type: "resource",
    resource: segmentResource,
    emptyLabel: "campaigns.noSegment",
    tab: planTab,
  },
  {
    name: "exceptLists",
    wire: ["exceptListIds"],
    label: "campaigns.exceptLists",
    type: "custom",
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
];

export const planFields = (
  values: FormValues,
  windows: Field["items"],
  hasTemplates = false,
): Field[] => [
  { name: "name", label: "campaigns.name", required: true, min: 2, max: 50, tab: planTab },
  ...audienceFields(values),
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
  ...(hasTemplates
    ? ([
        {
          name: "template",
          label: "campaigns.template",
          optional: "campaigns.toStart",
          type: "custom",
          tab: planTab,
        },
      ] as Field[])
    : []),
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
  ...(values.sendWindow === "own"
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

export const textFields = (kind: Kind, variant: number, values: FormValues): Field[] => {
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

/** The form values of a campaign. */
export function valuesOf(row: Campaign | null): FormValues {
  const stored = (row ?? {}) as Record<string, unknown>;
  const text = (name: string) => String(stored[name] ?? "");
  const { date: scheduledDay, time: scheduledTime } = row?.scheduledAt
    ? wallClock(new Date(row.scheduledAt), me.peek()?.company.timezone)
    : { date: "", time: "" };
  return {
    ...Object.fromEntries(
      [
        ...textNames,
        "name",
        "contactListId",
        "segmentId",
        "tagListId",
        "whatsappId",
        "fileListId",
      ].map((name) => [name, text(name)]),
    ),
    confirmation: row?.confirmation ?? false,
    // Campaigns default to the opening hours, so that none sends at night by mistake.
    // rules.md#campaign-pace
    sendWindow: row?.sendWindow ?? "company",
    windowStart: row?.windowStart ?? "09:00",
    windowEnd: row?.windowEnd ?? "18:00",
    windowDays: row?.windowDays ?? [1, 2, 3, 4, 5],
    scheduledDay,
    scheduledTime,
  };
}

/** The lists besides the first, and those whose numbers get nothing. */
export type Lists = { more: number[]; except: number[] };

export const listsOf = (row: Campaign | null): Lists => ({
  more: row?.contactListIds.slice(1) ?? [],
  except: row?.exceptListIds ?? [],
});

/** All lists of a form, as a campaign and its audience take them. */
export const listIdsOf = ({ contactListId }: FormValues, { more, except }: Lists) => ({
  contactListIds: [...new Set([Number(contactListId) || 0, ...more])].filter((id) => id > 0),
  exceptListIds: except,
});

export function bodyOf(values: FormValues, lists: Lists) {
  const texts = Object.fromEntries(textNames.map((name) => [name, values[name]]));
  const { name, confirmation, sendWindow } = values;
  return {
    ...texts,
    name,
    confirmation,
    sendWindow,
    ...windowOf(values),
    ...idsOf(values),
    contactListId: undefined,
    ...listIdsOf(values, lists),
    fileListId: Number(values.fileListId) || null,
    scheduledAt: scheduledAtOf(values),
  };
}

/** The scheduled time in the company's time zone; null without a day. */
export const scheduledAtOf = ({ scheduledDay, scheduledTime }: FormValues) =>
  scheduledDay ? `${String(scheduledDay)} ${String(scheduledTime || "09:00")}` : null;

export const idsOf = ({ contactListId, segmentId, tagListId, whatsappId }: FormValues) => ({
  contactListId: Number(contactListId) || null,
  segmentId: Number(segmentId) || null,
  tagListId: Number(tagListId) || null,
  whatsappId: Number(whatsappId) || null,
});

/** The request for the audience of a campaign with these values. */
export const audienceOf = (values: FormValues) => ({
  ...idsOf(values),
  confirmation: values.confirmation === true,
  sendWindow: values.sendWindow,
  ...windowOf(values),
  scheduledAt: scheduledAtOf(values),
  messages: kinds
    .filter((kind) => kind === "message" || values.confirmation === true)
    .flatMap((kind) => variantNumbers.map((n) => String(values[`${kind}${n}`] ?? "")))
    .filter((text) => text.trim() !== ""),
});

const windowOf = ({ sendWindow, windowStart, windowEnd, windowDays }: FormValues) =>
  sendWindow === "own" ? { windowStart, windowEnd, windowDays } : {};

/** The days of the week by number; Monday is 1. */
const weekdays = () =>
  Array.from({ length: 7 }, (_, index) => ({
    id: index + 1,
    name: new Intl.DateTimeFormat(languageTags[language.peek()], {
      weekday: "short",
      timeZone: "UTC",
    }).format(Date.UTC(2026, 10, 23 + index)),
  }));
