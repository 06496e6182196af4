import { Avatar } from "../../kit/Avatar.tsx";
import { phone, relative, useTranslation } from "../../kit/text.ts";
import type { DuplicateGroup } from "./types.ts";
import "./texts.ts";

/** Shows a contact's name and number, and how much data belongs to it. */
export function ContactSummary({
  contact: { name, number, email, profilePicUrl, tickets, lastMessageAt },
}: {
  contact: DuplicateGroup["contacts"][number];
}) {
  const { t } = useTranslation();
  return (
    <>
      <Avatar name={name} url={profilePicUrl} size={36} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="text-muted text-small block truncate">
          {[phone(number), email].filter(Boolean).join(" · ")}
        </span>
        <span className="text-muted text-small block">
          {lastMessageAt
            ? t("contacts.duplicates.used", { count: tickets, when: relative(lastMessageAt) })
            : t("contacts.duplicates.unused")}
        </span>
      </span>
    </>
  );
}
