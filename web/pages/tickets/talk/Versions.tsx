import { useEffect, useState } from "react";
import { api } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { errorText, dateTime, useTranslation } from "../../../kit/text.ts";
import { ContactCards } from "./bodies/ContactCards.tsx";
import { Document } from "../../../messages/bodies/Document.tsx";
import { Location } from "../../../messages/bodies/Location.tsx";
import { Formatted } from "../../../messages/Formatted.tsx";
import type { MessageBubble } from "../../../messages/bubble.ts";

export type Version = Pick<MessageBubble, "place" | "contacts" | "mediaUrl" | "mediaName"> & {
  id: number;
  body: string;
  createdAt: string;
};

/** A message's earlier texts, before edits or deletion. For admins. rules.md#edit-and-delete */
export function Versions({ bubble, onClose }: { bubble: MessageBubble; onClose: () => void }) {
  const { t } = useTranslation();
  const [all, setAll] = useState<Version[] | null>(null);
  const [problem, setProblem] = useState("");

  useEffect(
    () =>
      void api
        .get<Version[]>(`/messages/${bubble.id}/history`)
        .then(setAll, (refused) => setProblem(errorText(refused))),
    [bubble.id],
  );

  return (
    <Dialog title={t("messages.versions.title")} onClose={onClose}>
      {problem && <p className="text-error">{problem}</p>}
      {!all && !problem && (
        <Delayed>
          <Skeleton className="h-14" />
        </Delayed>
      )}
      {all && <VersionList all={all} bubble={bubble} />}
    </Dialog>
  );
}

/** The earlier versions, oldest first, and the current text. */
export function VersionList({ all, bubble }: { all: Version[]; bubble: MessageBubble }) {
  const { t } = useTranslation();
  if (all.length === 0) return <p className="text-muted">{t("messages.versions.none")}</p>;
  return (
    <ol className="flex flex-col gap-3">
      {all.map((version) => (
        <li key={version.id} className="bg-base-200 rounded-lg px-3 py-2">
          <p className="text-muted text-small">
            {t("messages.versions.until", { when: dateTime(version.createdAt) })}
          </p>
          {version.mediaUrl && (
            <Document
              bubble={{ ...bubble, mediaName: version.mediaName, media: null }}
              source={version.mediaUrl}
            />
          )}
          {version.place && <Location place={version.place} />}
          {version.contacts.length > 0 && <ContactCards cards={version.contacts} />}
          <p className="text-talk break-words whitespace-pre-wrap">
            {version.place || version.contacts.length > 0 ? null : version.body ? (
              <Formatted text={version.body} />
            ) : (
              !version.mediaUrl && t("messages.versions.noText")
            )}
          </p>
        </li>
      ))}
      {!bubble.isDeleted && (
        <li className="bg-bubble rounded-lg px-3 py-2">
          <p className="text-muted text-small">{t("messages.versions.now")}</p>
          <p className="text-talk break-words whitespace-pre-wrap">
            <Formatted text={bubble.body} />
          </p>
        </li>
      )}
    </ol>
  );
}
