import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, ApiError } from "../../kit/api.ts";
import type { FormValues } from "../../kit/form.ts";
import { RowDialog } from "../../kit/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { ias, integrations, useAnswerers } from "../queues/choices.ts";
import type { Ia, Integration } from "../queues/types.ts";
import { queues } from "../tickets/choices.ts";
import { Words } from "../Words.tsx";
import type { Queue } from "../tickets/types.ts";
import { ApiToken } from "./ApiToken.tsx";
import { bodyOf, fieldsOf, proposedQueue, valuesOf } from "./fields.ts";
import { NoQueue } from "./NoQueue.tsx";
import { TestMessage } from "./TestMessage.tsx";
import type { Line } from "./types.ts";

type Props = { line?: Line; first?: boolean; onClose: () => void; onCreated?: (id: number) => void };

type Extra = [name: string, (typed: FormValues) => ReactNode];

/** What customers are told in so many words. */
const texts = ["greetingMessage", "outOfHoursMessage", "complationMessage", "ratingMessage", "expiresInactiveMessage"];

/** Makes a connection, or changes one. What was typed is not lost without a question. */
export function Editor(props: Props) {
  useSignals();
  useAnswerers();
  const rows = queues.rows.value ?? (queues.failed.value ? [] : null);
  const minds = ias.value && integrations.value && { ias: ias.value, integrations: integrations.value };
  return rows && minds && <Filled {...props} rows={rows} {...minds} />;
}

function Filled({ line, first = false, rows, onClose, onCreated, ...minds }: Props & { rows: Queue[]; ias: Ia[]; integrations: Integration[] }) {
  const { t } = useTranslation();
  const [values] = useState(() => valuesOf(line, first, rows));
  const called = { ia: t("connections.answerers.ia"), integration: t("connections.answerers.integration") };
  return (
    <RowDialog
      title={t(line ? "connections.edit" : "connections.new")}
      listing={{ fields: (typed) => fieldsOf({ queues: rows, ...minds, called }, typed, line, first) }}
      values={values}
      extras={{
        ...Object.fromEntries(texts.map((name) => [name, (typed) => <Words text={String(typed[name])} field={() => document.querySelector<HTMLTextAreaElement>(`dialog[open] textarea[name=${name}]`)} />] satisfies Extra)),
        queueIds: ({ queueIds }) => Array.isArray(queueIds) && queueIds.length === 0 && <NoQueue className="mt-1.5" />,
        token: () => <ApiToken line={line} />,
        phoneTest: ({ phoneTest }) => <TestMessage line={line} number={String(phoneTest).trim()} />,
      }}
      onFieldChange={{ queueIds: (chosen, put, before) => put({ defaultQueueId: proposedQueue(rows, before, chosen) }) }}
      onClose={onClose}
      onSave={async (changed) => {
        try {
          if (line) await api.put(`/whatsapp/${line.id}`, bodyOf(changed));
          else onCreated?.((await api.post<Line>("/whatsapp", bodyOf(changed))).id);
        } catch (error) {
          throw atOneField(error);
        }
        toast.success(t(line ? "common.updated" : "connections.created"));
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
