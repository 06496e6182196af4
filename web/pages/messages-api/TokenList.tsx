import { useSignals } from "@preact/signals-react/runtime";
import { KeyRound, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  companyScopes,
  messageScopes,
  tokenRate,
  type TokenScope,
} from "../../../src/shared/api-tokens.ts";
import { useChoices } from "../../forms/choices.ts";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { dateTime, t, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { connections } from "../../lists/company-lists.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { type ApiToken, apiTokens } from "../../parts/api-tokens.ts";
import { VisitLimit } from "../../parts/VisitLimit.tsx";
import { can } from "../../session/can.ts";
import type { Connection } from "../../types.ts";
import { ScopePicker, scopeWords } from "./ScopePicker.tsx";
import { OnceShown } from "./OnceShown.tsx";

/** The tokens of all connections: create, read and revoke them. rules.md#api-tokens */
export function TokenList() {
  useSignals();
  useChoices(apiTokens);
  useChoices(connections);
  if (apiTokens.failed.value)
    return <LoadError error={null} onRetry={() => void apiTokens.load()} />;
  return (
    <TokensView
      tokens={apiTokens.rows.value}
      connections={connections.rows.value ?? []}
      mayWrite={can("api-tokens.write")}
    />
  );
}

export function TokensView({
  tokens,
  connections: lines,
  mayWrite = true,
}: {
  tokens: ApiToken[] | null;
  connections: Connection[];
  mayWrite?: boolean;
}) {
  const { t } = useTranslation();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const nameOf = (id: number | null) =>
    id === null
      ? t("messagesApi.tokens.allConnections")
      : (lines.find((line) => line.id === id)?.name ?? "");
  const create = mayWrite && (
    <button type="button" className="btn btn-primary" onClick={() => setMaking(true)}>
      <Plus size={18} aria-hidden />
      {t("messagesApi.tokens.new")}
    </button>
  );
  return (
    <div className="flex flex-col gap-4">
      <VisitLimit of="api-tokens.write" />
      {made && !making && (
        <OnceShown
          text={made}
          title={t("messagesApi.tokens.once")}
          action={t("messagesApi.tokens.copy")}
        />
      )}
      {tokens === null ? (
        <Delayed>
          <Skeleton className="h-28 w-full" />
        </Delayed>
      ) : tokens.length === 0 ? (
        <div className="card-quiet">
          <Empty
            icon={KeyRound}
            title={t("messagesApi.tokens.emptyTitle")}
            text={t("messagesApi.tokens.emptyText")}
            action={create}
          />
        </div>
      ) : (
        <>
          {create && <div className="self-end">{create}</div>}
          <ul className="card-quiet divide-line divide-y">
            {tokens.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                connection={nameOf(token.whatsappId)}
                onRevoke={mayWrite ? () => setRevoking(token) : undefined}
              />
            ))}
          </ul>
        </>
      )}
      {making && <NewToken lines={lines} setMade={setMade} setMaking={setMaking} />}
      {revoking && (
        <Confirm
          title={t("messagesApi.tokens.revokeQuestion", { name: revoking.name })}
          text={t("messagesApi.tokens.revokeText")}
          action={t("messagesApi.tokens.revoke")}
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            await api.del(`/api-tokens/${revoking.id}`);
            setMade(null);
            toast.success(t("messagesApi.tokens.revoked"));
          }}
        />
      )}
    </div>
  );
}

function TokenRow({
  token: { name, prefix, scopes, perMinute, createdAt, lastUsedAt },
  connection,
  onRevoke,
}: {
  token: ApiToken;
  connection: string;
  /** Undefined when the user may not revoke the token. */ onRevoke?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium break-words">{name}</span>
          <code data-prefix className="text-muted text-small font-mono">
            {prefix}…
          </code>
        </p>
        <p className="text-muted text-small flex flex-wrap gap-x-3">
          <span>{connection}</span>
          <span>{scopeWords(scopes)}</span>
          <span>{t("messagesApi.tokens.rate", { count: perMinute })}</span>
          <span>{t("messagesApi.tokens.since", { at: dateTime(createdAt) })}</span>
          <span>
            {lastUsedAt
              ? t("messagesApi.tokens.used", { at: dateTime(lastUsedAt) })
              : t("messagesApi.tokens.never")}
          </span>
        </p>
      </div>
      {onRevoke && (
        <IconButton
          label={t("messagesApi.tokens.revokeOne", { name })}
          icon={Trash2}
          className="text-error"
          onClick={onRevoke}
        />
      )}
    </li>
  );
}

const fieldsOf = (lines: Connection[]): Field[] => [
  {
    name: "name",
    label: "messagesApi.tokens.name",
    hint: "messagesApi.tokens.nameHint",
    required: true,
    min: 2,
    max: 50,
  },
  {
    name: "whatsappId",
    label: "messagesApi.tokens.connection",
    hint: "messagesApi.tokens.connectionHint",
    type: "select",
    required: true,
    items: [
      { value: all, label: t("messagesApi.tokens.allConnections") },
      ...lines.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
  },
  {
    name: "perMinute",
    label: "messagesApi.tokens.perMinute",
    hint: "messagesApi.tokens.perMinuteHint",
    type: "number",
    required: true,
    min: tokenRate.min,
    max: tokenRate.max,
  },
];

/** The choice of all connections in the form. */
const all = "all";

function NewToken({
  lines,
  setMade,
  setMaking,
}: {
  lines: Connection[];
  setMade: (token: string) => void;
  setMaking: (isMaking: boolean) => void;
}) {
  const { t } = useTranslation();
  const [scopes, setScopes] = useState<TokenScope[]>([...messageScopes]);

  return (
    <RowDialog
      title={t("messagesApi.tokens.new")}
      listing={{ fields: fieldsOf(lines) }}
      values={{ name: "", whatsappId: all, perMinute: String(tokenRate.usual) }}
      changed={scopes.length !== messageScopes.length}
      onSave={async ({ name, whatsappId, perMinute }) => {
        const { token } = await api.post<{ token: string }>("/api-tokens", {
          name,
          scopes:
            whatsappId === all ? scopes : scopes.filter((scope) => !companyScopes.includes(scope)),
          whatsappId: whatsappId === all ? null : Number(whatsappId),
          perMinute: Number(perMinute),
        });
        setMade(token);
      }}
      onClose={() => setMaking(false)}
    >
      <ScopePicker scopes={scopes} setScopes={setScopes} />
    </RowDialog>
  );
}
