import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, ApiError } from "../../kit/api.ts";
import type { FormValues } from "../../kit/form.ts";
import { RowDialog } from "../../kit/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { ias, integrations, useAnswerers } from "../queues/queue-context.ts";
import type { Ia, Integration } from "../queues/types.ts";
import { queues } from "../tickets/choices.ts";
import { TextVariables } from "../TextVariables.tsx";
import type { Queue } from "../tickets/types.ts";
import { ApiToken } from "./ApiToken.tsx";
import { bodyOf, fieldsOf, proposedQueue, valuesOf } from "./fields.ts";
import { NoQueue } from "./NoQueue.tsx";
import { TestMessage } from "./TestMessage.tsx";
import type { LinkableConnection } from "./types.ts";

type Props = { connection?: LinkableConnection; first?: boolean; onClose: () => void; onCreated?: (id: number) => void };

type Extra = [name: string, (typed: FormValues) => ReactNode];

/** What customers are told in so many words. */
const texts = ["greetingMessage", "outOfHoursMessage", "complationMessage", "ratingMessage", "expiresInactiveMessage"];

/** Makes a connection, or changes one. What was typed is not lost without a question. */
export function ConnectionDialog(props: Props) {
  useSignals();
  useAnswerers();
  const rows = queues.rows.value ?? (queues.failed.value ? [] : null);
  const answerers = ias.value && integrations.value && { ias: ias.value, integrations: integrations.value };
  return rows && answerers && <EditorForm {...props} rows={rows} {...answerers} />;
}

function EditorForm({ connection, first = false, rows, onClose, onCreated, ...minds }: Props & { rows: Queue[]; ias: Ia[]; integrations: Integration[] }) {
  const { t } = useTranslation();
  const [values] = useState(() => valuesOf(connection, first, rows));
  const groupNames = { ia: t("connections.answerers.ia"), integration: t("connections.answerers.integration") };
  return (
    <RowDialog
      title={t(connection ? "connections.edit" : "connections.new")}
      listing={{ fields: (typed) => fieldsOf({ queues: rows, ...minds, groupNames }, typed, connection, first) }}
      values={values}
      extras={{
        ...Object.fromEntries(texts.map((name) => [name, (typed) => <TextVariables text={String(typed[name])} field={() => document.querySelector<HTMLTextAreaElement>(`dialog[open] textarea[name=${name}]`)} />] satisfies Extra)),
        queueIds: ({ queueIds }) => Array.isArray(queueIds) && queueIds.length === 0 && <NoQueue className="mt-1.5" />,
        token: () => <ApiToken connection={connection} />,
        phoneTest: ({ phoneTest }) => <TestMessage connection={connection} number={String(phoneTest).trim()} />,
      }}
      onFieldChange={{ queueIds: (chosen, put, before) => put({ defaultQueueId: proposedQueue(rows, before, chosen) }) }}
      onClose={onClose}
      onSave={async (changed) => {
        try {
          if (connection) await api.put(`/whatsapp/${connection.id}`, bodyOf(changed));
          else onCreated?.((await api.post<LinkableConnection>("/whatsapp", bodyOf(changed))).id);
        } catch (error) {
          throw atOneField(error);
        }
        toast.success(t(connection ? "common.updated" : "connections.created"));
      }}
    />
  );
}

/** What the wire has in two fields is one on the screen. */
function atOneField(problem: unknown) {
  if (!(problem instanceof ApiError)) return problem;
  const { integrationId, promptId = integrationId, ...fields } = problem.fields;
  return promptId ? new ApiError(problem.status, { error: problem.code, fields: { ...fields, answerer: promptId } }) : problem;
}
