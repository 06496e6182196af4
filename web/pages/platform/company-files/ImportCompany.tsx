import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import type { Imported, ImportPlan } from "../../../../src/modules/company-files/table.ts";
import { Form } from "../../../forms/Form.tsx";
import type { Field } from "../../../forms/form.ts";
import { api, ApiError } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { FileInput } from "../../../kit/FileInput.tsx";
import { bytes, dateTime, errorText, t, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { planPrice } from "../../../parts/companies/price.ts";
import { sendFile } from "./state.ts";

type Uploaded = { path: string; plan: ImportPlan; code: string };

type Props = {
  /** A file already on the server; without it, the user uploads one. */ onServer?: {
    path: string;
    name: string;
  };
  onClose: () => void;
};

/** Imports a company from its file: upload, open with the code, check, create. */
export function ImportCompany({ onServer, onClose }: Props) {
  useSignals();
  useTranslation();
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const sending = useRef<AbortController>(undefined);
  const left = useRef<string>(undefined);

  useEffect(
    () => () => {
      sending.current?.abort();
      if (left.current) void api.del(left.current).catch(() => undefined);
    },
    [],
  );

  const look = async (path: string) =>
    setUploaded({ path, plan: await api.post<ImportPlan>(`${path}/plan`), code: "" });
  const keptPath = onServer?.path;
  useEffect(() => {
    if (keptPath) look(keptPath).catch((error: unknown) => setProblem(errorText(error)));
  }, [keptPath]);

  const send = async (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    setPart(0);
    sending.current = new AbortController();
    try {
      const path = await sendFile(file, setPart, sending.current.signal);
      left.current = path;
      await look(path);
    } catch (error) {
      if (!(sending.current.signal.aborted && error instanceof ApiError && error.status === 0))
        setProblem(errorText(error));
    }
    setPart(null);
  };
  const open = async ({ code }: { code: string }) => {
    const { path } = uploaded!;
    setUploaded({ path, code, plan: await api.post<ImportPlan>(`${path}/plan`, { code }) });
  };
  const make = async ({ name }: { name: string }) => {
    const { path, code, plan } = uploaded!;
    const done = await api.post<Imported>(`${path}/import`, {
      ...(code && { code }),
      ...(name !== plan.name && { name }),
    });
    left.current = undefined;
    toast.success(
      t(
        onServer
          ? "companyFiles.broughtBack"
          : done.waits
            ? "companyFiles.importedWaits"
            : "companyFiles.imported",
        { name: done.name },
      ),
    );
    onClose();
  };

  return (
    <Dialog
      title={
        onServer
          ? t("companyFiles.bringBackTitle", { name: onServer.name })
          : t("companyFiles.importTitle")
      }
      onClose={onClose}
    >
      {!uploaded && onServer ? (
        <Looking problem={problem} />
      ) : !uploaded ? (
        <ChooseFile
          part={part}
          problem={problem}
          onPick={send}
          onCancel={() => sending.current?.abort()}
        />
      ) : uploaded.plan.needsCode ? (
        <>
          <PlanView plan={uploaded.plan} />
          <p className="mt-4 mb-3">{t("companyFiles.codeNeeded")}</p>
          <Form
            key="code"
            fields={codeField}
            values={{ code: "" }}
            submit={t("companyFiles.open")}
            onSubmit={open}
            onCancel={onClose}
            focusFirst
          />
        </>
      ) : (
        <>
          <PlanView plan={uploaded.plan} />
          {uploaded.plan.emailsTaken.length > 0 ? (
            <p role="alert" className="text-error mt-4 break-words">
              {t("companyFiles.emailsTaken", { emails: uploaded.plan.emailsTaken.join(", ") })}
            </p>
          ) : (
            <div className="mt-4">
              <Form
                key="name"
                fields={nameField}
                values={{ name: uploaded.plan.name }}
                submit={t(onServer ? "companyFiles.bringBack" : "companyFiles.make")}
                onSubmit={make}
                onCancel={onClose}
              />
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

const codeField: Field[] = [
  {
    name: "code",
    label: "companyFiles.code",
    required: true,
    max: 80,
    autoComplete: "off",
    messages: { wrong: "companyFiles.codeWrong" },
  },
];
const nameField: Field[] = [
  {
    name: "name",
    label: "companyFiles.name",
    hint: "companyFiles.nameHint",
    required: true,
    min: 3,
    max: 80,
    messages: { taken: "companyFiles.nameTaken" },
  },
];

/** Shown while the server reads a file that it already has. */
function Looking({ problem }: { problem: string | null }) {
  useTranslation();
  if (problem) {
    return (
      <p role="alert" className="text-error break-words">
        {problem}
      </p>
    );
  }
  return (
    <p role="status" className="flex items-center gap-3">
      <span aria-hidden className="loading loading-spinner loading-sm" />
      {t("companyFiles.reading")}
    </p>
  );
}

type ChooseProps = {
  part: number | null;
  problem: string | null;
  onPick: (file: File | undefined) => Promise<void>;
  onCancel: () => void;
};

function ChooseFile({ part, problem, onPick, onCancel }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{t("companyFiles.importText")}</p>
      {part === null ? (
        <button
          type="button"
          className="btn btn-primary"
          data-autofocus
          onClick={() => input.current?.click()}
        >
          {t("companyFiles.choose")}
        </button>
      ) : (
        <div className="w-full">
          <p role="status" className="font-medium">
            {t("companyFiles.sending")}
          </p>
          <progress
            className="progress progress-primary mt-2 w-full"
            aria-label={t("companyFiles.sending")}
            {...(part < 1 && { value: part, max: 1 })}
          />
          <button type="button" className="btn btn-ghost btn-sm mt-2" onClick={onCancel}>
            {t("common.cancel")}
          </button>
        </div>
      )}
      {problem && (
        <p role="alert" className="text-error break-words">
          {problem}
        </p>
      )}
      <FileInput ref={input} accept=".balcao" onPick={([file]) => void onPick(file)} />
    </div>
  );
}

/** Shows the contents of a company's file before the import. */
export function PlanView({
  plan: {
    name,
    at,
    moves,
    people,
    connections,
    contacts,
    messages,
    lastMessageAt,
    files,
    size,
    companyPlan,
    emails,
  },
}: {
  plan: ImportPlan;
}) {
  useSignals();
  const rows = [
    ["people", emails.length > 0 ? `${people} · ${emails.join(", ")}` : String(people)],
    ["connections", String(connections)],
    ["contacts", String(contacts)],
    [
      "messages",
      lastMessageAt
        ? t("companyFiles.messagesUntil", { count: messages, when: dateTime(lastMessageAt) })
        : String(messages),
    ],
    ["files", files > 0 ? `${files} · ${bytes(size)}` : String(files)],
    ...(companyPlan
      ? ([["plan", `${companyPlan.name} · ${planPrice(companyPlan.value)}`]] as const)
      : []),
  ] as const;
  return (
    <div>
      <p className="text-title font-semibold break-words">{name}</p>
      <p className="text-muted tabular">
        {t(moves ? "companyFiles.planMoves" : "companyFiles.planAt", { when: dateTime(at) })}
      </p>
      <dl className="border-line divide-line mt-3 divide-y rounded-lg border">
        {rows.map(([what, value]) => (
          <div key={what} className="flex flex-wrap justify-between gap-x-4 px-3 py-1.5">
            <dt>{t(`companyFiles.plan.${what}`)}</dt>
            <dd className="tabular min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {companyPlan?.comesAlong && (
        <p className="text-muted mt-2">{t("companyFiles.planComesAlong")}</p>
      )}
    </div>
  );
}
