import { useSignals } from "@preact/signals-react/runtime";
import { SearchX } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "wouter";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useChoices } from "../../forms/choices.ts";
import { ConfirmDiscard } from "../../kit/ConfirmDiscard.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { Form } from "../../forms/Form.tsx";
import type { FormValues } from "../../forms/form.ts";
import { LeaveGuard } from "../../kit/LeaveGuard.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { SaveActions } from "../../kit/SaveActions.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { connections, queues } from "../../lists/company-lists.ts";
import type { LinkableConnection } from "../../parts/linking/types.ts";
import { connectionForm, useFieldContext } from "./ConnectionForm.tsx";
import type { FieldContext } from "./fields.ts";
import { bodyOf, valuesOf } from "./form-values.ts";
import type { Queue } from "../../types.ts";

/** The names of the form's tabs begin with it; the rest is in the address. */
const tabs = "connections.parts.";

/** One connection: its texts, its answerers, and its hours. */
export function ConnectionPage({ id }: { id: number }) {
  useSignals();
  useChoices(connections);
  useChoices(queues);
  const context = useFieldContext();
  const rows = connections.rows.value;
  const connection = rows?.find((row) => row.id === id);
  if (rows && !connection) return <Gone />;
  if (!rows && connections.failed.value) return <Unread />;
  return connection && context ? <Editor connection={connection} context={context} /> : <Waiting />;
}

function Editor({
  connection,
  context,
}: {
  connection: LinkableConnection;
  context: FieldContext & { queues: Queue[] };
}) {
  const { t } = useTranslation();
  const form = useId();
  const [values, setValues] = useState(() => valuesOf(connection, false, context.queues));
  const edit = useEdit(connection, () => bodyOf(values));
  const [dirty, setDirty] = useState(false);
  const [saving, setSaving] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [round, setRound] = useState(0);

  const save = async (typed: FormValues) => {
    setSaving(true);
    try {
      await saveEdit("/whatsapp", edit, bodyOf(typed));
    } finally {
      setSaving(false);
    }
    toast.success(t("common.updated"));
  };
  const discard = () => {
    const fresh = valuesOf(connection, false, context.queues);
    Object.assign(edit, { row: connection, before: bodyOf(fresh) });
    setValues(fresh);
    setDirty(false);
    setRound(round + 1);
  };

  return (
    <Page
      title={connection.name}
      parent={{ href: "/connections", label: t("connections.title") }}
      width="narrow"
      actions={
        <SaveActions
          form={form}
          dirty={dirty}
          saving={saving}
          onDiscard={() => setDiscarding(true)}
        />
      }
    >
      <Form
        key={round}
        id={form}
        values={values}
        onSubmit={save}
        onDirty={setDirty}
        firstTab={`${tabs}${new URLSearchParams(location.search).get("part")}`}
        onTab={(tab) => history.replaceState(null, "", `?part=${tab.slice(tabs.length)}`)}
        {...connectionForm(context, connection)}
      />
      <LeaveGuard dirty={dirty} />
      {discarding && <ConfirmDiscard onConfirm={discard} onClose={() => setDiscarding(false)} />}
    </Page>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <Page
      title={t("connections.gone")}
      parent={{ href: "/connections", label: t("connections.title") }}
      width="narrow"
    >
      <div className="card-quiet" role="alert">
        <Empty
          icon={SearchX}
          title={t("connections.gone")}
          text={t("connections.goneText")}
          action={
            <Link href="/connections" className="btn">
              {t("connections.title")}
            </Link>
          }
        />
      </div>
    </Page>
  );
}

function Unread() {
  const { t } = useTranslation();
  return (
    <Page title={t("connections.title")}>
      <div className="card-quiet" role="alert">
        <LoadError error={t("errors.ERR_UNKNOWN")} onRetry={() => void connections.load()} />
      </div>
    </Page>
  );
}

const Waiting = () => (
  <Delayed>
    <div aria-busy className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-4 phone:px-6">
      <Skeleton className="h-7 w-56" />
      {[20, 28, 16].map((width) => (
        <Skeleton key={width} className="h-10 w-full max-w-176" />
      ))}
    </div>
  </Delayed>
);
