import { useSignals } from "@preact/signals-react/runtime";
import { ShieldCheck, TriangleAlert, UserRound } from "lucide-react";
import { Link } from "wouter";
import { Avatar } from "../../kit/Avatar.tsx";
import { Chip } from "../../kit/Chip.tsx";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import { addTexts } from "../../kit/translations.ts";
import { OnlineState } from "../../parts/OnlineState.tsx";
import { VisitLimit } from "../../parts/VisitLimit.tsx";
import "../../parts/texts.ts";
import type { User } from "./types.ts";
import { UserDialog } from "./UserDialog.tsx";
import texts from "./texts.json";

addTexts(texts);

export const users: Listing<User> = {
  name: "users",
  options: { order: "name" },
  icon: UserRound,
  write: "users.write",
  tools: <RolesLink />,
  note: () => <VisitLimit of="users.write" />,
  nameOf: ({ name }) => name,
  columns: [
    { label: "users.name", cell: (row) => <Name {...row} /> },
    {
      label: "auth.email",
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
      className: "min-w-56 max-xl:hidden",
      hideLabel: true,
    },
    {
      label: "users.profile",
      cell: (row) => <Profile {...row} />,
      className: "w-36",
      hideLabel: true,
    },
    { label: "users.queues", cell: (row) => <Queues {...row} /> },
    {
      label: "users.presence",
      cell: ({ online, lastSeenAt }) => <OnlineState online={online} lastSeenAt={lastSeenAt} />,
      className: "w-40 max-lg:hidden",
    },
  ],
  fields: [],
  emptyValues: {},
  dialog: UserDialog,
};

export const Users = () => <ListPage listing={users} />;

function Name({ id, name, code }: User) {
  useSignals();
  const { t } = useTranslation();
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} size={32} />
      <span className="min-w-0">
        <span className="block font-medium break-words">
          {name}
          {id === me.value?.id && (
            <span className="text-muted font-normal"> ({t("tickets.you")})</span>
          )}
        </span>
        {code && <span className="text-muted text-small block truncate">{code}</span>}
      </span>
    </span>
  );
}

function RolesLink() {
  useSignals();
  const { t } = useTranslation();
  if (!can("roles.read")) return null;
  return (
    <Link href="/roles" className="btn">
      <ShieldCheck size={18} aria-hidden />
      {t("users.roles")}
    </Link>
  );
}

function Profile({ profile, role, allTicket }: User) {
  const { t } = useTranslation();
  return (
    <span>
      {role?.name ?? t(`menu.${profile}`)}
      {profile === "user" && allTicket === "enabled" && (
        <span className="text-muted text-small block">{t("users.seesAll")}</span>
      )}
    </span>
  );
}

function Queues({ queues, profile, allTicket }: User) {
  const { t } = useTranslation();
  if (queues.length === 0 && (profile === "admin" || allTicket === "enabled"))
    return <span className="text-muted">{t("users.allQueues")}</span>;
  if (queues.length === 0) {
    return (
      <span className="flex items-start gap-1.5">
        <TriangleAlert size={16} aria-hidden className="text-waiting mt-0.5 shrink-0" />
        <span>
          {t("users.noQueue")}
          <span className="text-muted text-small block">{t("users.noQueueText")}</span>
        </span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap gap-1">
      {queues.map(({ id, name, color }) => (
        <Chip key={id} color={color}>
          {name}
        </Chip>
      ))}
    </span>
  );
}
