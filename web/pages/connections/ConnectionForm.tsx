import { useSignals } from "@preact/signals-react/runtime";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "../../kit/text.ts";
import type { Form } from "../../forms/Form.tsx";
import type { FormValues } from "../../forms/form.ts";
import { ias, integrations, useAnswerers } from "../../parts/answerers.ts";
import { queues } from "../../lists/company-lists.ts";
import type { Queue } from "../../types.ts";
import { TextVariables } from "../../parts/TextVariables.tsx";
import type { LinkableConnection } from "../../parts/linking/types.ts";
import { ApiToken } from "./ApiToken.tsx";
import { type FieldContext, fieldsOf, proposedQueue } from "./fields.ts";
import { NoQueue } from "./NoQueue.tsx";
import { CheckAccount } from "./official/CheckAccount.tsx";
import { OfficialAccount } from "./official/OfficialAccount.tsx";
import { OfficialWarning } from "./official/OfficialWarning.tsx";
import { TestMessage } from "./TestMessage.tsx";

type Extra = [name: string, (typed: FormValues) => ReactNode];
type Parts = Required<Pick<ComponentProps<typeof Form>, "extras" | "onFieldChange">> & {
  fields: (typed: FormValues) => ReturnType<typeof fieldsOf>;
};

/** The texts for customers. */
const texts = [
  "greetingMessage",
  "outOfHoursMessage",
  "complationMessage",
  "ratingMessage",
  "expiresInactiveMessage",
];

/** The choices of a connection's form; null until they are loaded. Reads signals. */
export function useFieldContext(): (FieldContext & { queues: Queue[] }) | null {
  useSignals();
  useAnswerers();
  const { t } = useTranslation();
  const rows = queues.rows.value ?? (queues.failed.value ? [] : null);
  if (!rows || !ias.value || !integrations.value) return null;
  return {
    queues: rows,
    ias: ias.value,
    integrations: integrations.value,
    groupNames: {
      ia: t("connections.answerers.ia"),
      integration: t("connections.answerers.integration"),
    },
  };
}

/** The form of a connection, for a page or a dialog. */
export function connectionForm(
  context: FieldContext,
  connection?: LinkableConnection,
  first = false,
): Parts {
  return {
    fields: (typed) => fieldsOf(context, typed, connection, first),
    extras: {
      ...Object.fromEntries(
        texts.map(
          (name) =>
            [
              name,
              (typed) => (
                <TextVariables
                  text={String(typed[name])}
                  field={() =>
                    document.querySelector<HTMLTextAreaElement>(`main textarea[name=${name}]`)
                  }
                />
              ),
            ] satisfies Extra,
        ),
      ),
      queueIds: ({ queueIds }) =>
        Array.isArray(queueIds) && queueIds.length === 0 && <NoQueue className="mt-1.5" />,
      officialWarning: () => <OfficialWarning />,
      officialCheck: (typed) => <CheckAccount typed={typed} />,
      official: () => connection && <OfficialAccount connection={connection} />,
      token: () => <ApiToken connection={connection} />,
      phoneTest: ({ phoneTest }) => (
        <TestMessage connection={connection} number={String(phoneTest).trim()} />
      ),
    },
    onFieldChange: {
      queueIds: (chosen, put, before) =>
        put({ defaultQueueId: proposedQueue(context.queues, before, chosen) }),
    },
  };
}
