import { useSignals } from "@preact/signals-react/runtime";
import { ArrowLeft, ExternalLink, SmartphoneCharging, SlidersHorizontal } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation, useRoute, useSearch } from "wouter";
import { isPractice } from "../../../src/shared/capabilities.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { useMedia } from "../../kit/media.ts";
import { Page } from "../../kit/Page.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { useChoices } from "../../forms/choices.ts";
import { connections } from "../../lists/company-lists.ts";
import type { Connection } from "../../types.ts";
import { Chat } from "./Chat.tsx";
import { CustomerCard } from "./CustomerCard.tsx";
import { FaultsCard } from "./FaultsCard.tsx";
import { GuideNote, guidePath } from "./GuideNote.tsx";
import { PhoneFrame } from "../../parts/phone/PhoneFrame.tsx";
import { addTexts } from "../../kit/translations.ts";
import "../../parts/texts.ts";
import { LinkStep } from "./LinkStep.tsx";
import { switchOn } from "./phone.ts";
import texts from "./texts.json";

addTexts(texts);

/** Below this width, the phone does not fit beside its settings. */
const tooNarrow = "(width < 48rem)";

/**
 * A customer's phone on the network inside the box. The user writes as the customer and sees the
 * shop's answers.
 */
export function Practice() {
  useSignals();
  const { t } = useTranslation();
  const [, params] = useRoute("/practice/:whatsappId");
  const id = Number(params?.whatsappId);
  useChoices(connections);
  useTitle(t("practice.title"));
  const rows = connections.rows.value;
  const connectionRows = rows?.filter(({ provider }) => isPractice(provider)) ?? [];
  const connection = connectionRows.find((row) => row.id === id);
  if (rows && !connection) {
    return (
      <Empty
        icon={SmartphoneCharging}
        title={t("practice.none")}
        text={t("practice.noneText")}
        action={
          <Link href="/tickets" className="btn">
            {t("common.goHome")}
          </Link>
        }
      />
    );
  }
  return connection ? (
    <Phone key={connection.id} connection={connection} connectionRows={connectionRows} />
  ) : null;
}

function Phone({
  connection,
  connectionRows,
}: {
  connection: Connection;
  connectionRows: Connection[];
}) {
  const { t } = useTranslation();
  const small = useMedia(tooNarrow);
  const [settings, setSettings] = useState(false);
  const isGuided = new URLSearchParams(useSearch()).has("guide");
  useEffect(() => switchOn(connection.id), [connection.id]);

  // The phone of a disconnected connection can still write. It asks for a code only when it was
  // never linked or is logged out.
  const screen =
    connection.status === "qrcode" ? (
      <LinkStep connection={connection} />
    ) : (
      <Chat connection={connection} />
    );
  const panel = (
    <>
      {connectionRows.length > 1 && (
        <ConnectionSelect connection={connection} connectionRows={connectionRows} />
      )}
      <CustomerCard />
      <FaultsCard connection={connection} />
    </>
  );

  if (small) {
    return (
      <div className="flex h-full flex-col">
        <div className="bg-base-100 border-line flex items-center gap-1 border-b px-1 py-1">
          <Link
            href={isGuided ? guidePath : "/tickets"}
            aria-label={t(isGuided ? "practice.guide.back" : "tickets.backTo")}
            className="btn btn-ghost btn-square"
          >
            <ArrowLeft size={20} aria-hidden />
          </Link>
          <h1 className="min-w-0 flex-1 truncate font-semibold">{t("practice.title")}</h1>
          <IconButton
            label={t("practice.settings")}
            icon={SlidersHorizontal}
            onClick={() => setSettings(true)}
          />
        </div>
        {isGuided && <GuideNote />}
        <div className="min-h-0 flex-1">{screen}</div>
        {settings && (
          <Dialog title={t("practice.settings")} onClose={() => setSettings(false)}>
            <div className="flex flex-col gap-4">{panel}</div>
          </Dialog>
        )}
      </div>
    );
  }

  return (
    <Page
      fill
      title={t("practice.title")}
      lead={t("practice.lead", { name: connection.name })}
      parent={
        isGuided
          ? { href: guidePath, label: t("practice.guide.title") }
          : { href: "/tickets", label: t("tickets.backTo") }
      }
      actions={
        <a href="/tickets" target="_blank" rel="noreferrer" className="btn">
          {t("practice.openTickets")}
          <ExternalLink size={16} aria-hidden />
        </a>
      }
    >
      <div className="flex h-full gap-8 pb-4 lg:gap-14">
        <div className="flex min-h-0 min-w-72 flex-1 flex-col gap-4 overflow-y-auto">
          {isGuided && <GuideNote />}
          {panel}
        </div>
        <PhoneFrame>{screen}</PhoneFrame>
      </div>
    </Page>
  );
}

/** Chooses the practice connection to write to. */
function ConnectionSelect({
  connection,
  connectionRows,
}: {
  connection: Connection;
  connectionRows: Connection[];
}) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  return (
    <label className="flex flex-col gap-1">
      <span className="font-medium">{t("practice.through")}</span>
      <select
        className="select"
        value={connection.id}
        onChange={({ target }) => go(`/practice/${target.value}${location.search}`)}
      >
        {connectionRows.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
