import { Copy, Paperclip, User, Users, Zap } from "lucide-react";
import type * as quickMessagesTable from "../../../src/modules/quick-messages/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { t, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import { addTexts } from "../../kit/translations.ts";
import { QuickDialog } from "./QuickDialog.tsx";
import texts from "./texts.json";

addTexts(texts);

type QuickMessage = Wire<quickMessagesTable.QuickMessage>;

export const quickMessages: Listing<QuickMessage> = {
  name: "quick-messages",
  area: "quickMessages",
  options: { envelope: "records", event: "quickmessage", key: "record", order: "shortcode" },
  icon: Zap,
  write: "quick-messages.write",
  canEdit: ({ userId }) => me.value?.profile === "admin" || me.value?.id === userId,
  nameOf: ({ shortcode }) => `/${shortcode}`,
  columns: [
    {
      label: "quickMessages.shortcode",
      cell: ({ shortcode }) => (
        <code className="text-primary font-sans font-semibold break-all">/{shortcode}</code>
      ),
      className: "w-44",
    },
    { label: "quickMessages.message", cell: (row) => <Text {...row} />, hideLabel: true },
    {
      label: "quickMessages.who",
      cell: (row) => <Who {...row} />,
      className: "w-40",
      hideLabel: true,
    },
  ],
  fields: [
    {
      name: "shortcode",
      label: "quickMessages.shortcode",
      hint: "quickMessages.shortcodeHint",
      required: true,
      max: 40,
      prefix: "/",
      pattern: /^\S+$/,
      messages: { invalid: "quickMessages.spaces", too_short: "quickMessages.shortcodeShort" },
    },
    {
      name: "message",
      label: "quickMessages.message",
      type: "textarea",
      required: true,
      min: 3,
      max: 4000,
      messages: { too_short: "quickMessages.tooShort" },
    },
    {
      name: "geral",
      label: "quickMessages.geral",
      type: "switch",
      hint: "quickMessages.geralHint",
    },
  ],
  emptyValues: { shortcode: "", message: "", geral: false },
  dialog: QuickDialog,
  actions: ({ id }) =>
    can("quick-messages.duplicate")
      ? [
          {
            label: "common.duplicate",
            icon: Copy,
            run: async () => {
              await api.post(`/quick-messages/duplication/${id}`);
              toast.success(t("common.saved"));
            },
          },
        ]
      : [],
};

export const QuickMessages = () => <ListPage listing={quickMessages} />;

function Text({ message, mediaName, mediaPath }: QuickMessage) {
  return (
    <>
      <span className="line-clamp-2 break-words whitespace-pre-line">{message}</span>
      {mediaName && (
        <a
          href={mediaPath ?? undefined}
          target="_blank"
          rel="noopener noreferrer"
          className="link link-hover text-muted text-small mt-0.5 inline-flex max-w-full items-center gap-1"
        >
          <Paperclip size={14} aria-hidden className="shrink-0" />
          <span className="truncate">{mediaName}</span>
        </a>
      )}
    </>
  );
}

function Who({ geral, userId, user }: QuickMessage) {
  const { t } = useTranslation();
  const Icon = geral ? Users : User;
  const text = geral
    ? t("quickMessages.everyone")
    : userId === me.peek()?.id || !user
      ? t("quickMessages.mine")
      : t("quickMessages.only", { name: user.name });
  return (
    <span className="text-muted flex items-center gap-1.5">
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="truncate">{text}</span>
    </span>
  );
}
