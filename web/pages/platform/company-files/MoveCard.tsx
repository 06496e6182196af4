import { useSignals } from "@preact/signals-react/runtime";
import { ArrowRightLeft } from "lucide-react";
import { useState } from "react";
import { Form } from "../../../forms/Form.tsx";
import type { Field } from "../../../forms/form.ts";
import { api } from "../../../kit/api.ts";
import { Confirm } from "../../../kit/Confirm.tsx";
import { Dialog } from "../../../kit/Dialog.tsx";
import { dateTime, t, useTranslation } from "../../../kit/text.ts";
import { ShownCode } from "./ShownCode.tsx";
import type { CompanyFiles } from "./state.ts";

type Asked = "cancel" | "handOver" | "takeBack" | "takeOver";
type Props = {
  move: CompanyFiles["moves"][number];
  /** The server is writing the company's file. */ isBusy: boolean;
};

/** The state of a move, and its possible next steps. rules.md#company-files */
export function MoveCard({ move: { company, name, state, since }, isBusy }: Props) {
  useSignals();
  useTranslation();
  const [question, setQuestion] = useState<Asked | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const close = () => setQuestion(null);
  const step = async (name: Asked, typed?: string) =>
    (
      await api.post<{ code: string | null }>(`/company-files/${company}/move`, {
        step: name,
        ...(typed && { code: typed }),
      })
    ).code;
  const handOver = async () => setCode(await step("handOver"));
  return (
    <section
      className="card-quiet border-waiting mb-3 flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3"
      aria-label={t("companyFiles.moving", { name })}
    >
      <ArrowRightLeft size={20} aria-hidden className="text-waiting mt-px shrink-0" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium break-words">{t("companyFiles.moving", { name })}</p>
        <p className="break-words">{t(`companyFiles.states.${state}`)}</p>
        <p className="text-muted text-small tabular">
          {t("companyFiles.since", { when: dateTime(since) })}
        </p>
      </div>
      <Steps state={state} isBusy={isBusy} setQuestion={setQuestion} handOver={handOver} />
      {question === "cancel" && (
        <Confirm
          title={t("companyFiles.giveUpQuestion", { name })}
          text={t("companyFiles.giveUpText")}
          action={t("companyFiles.giveUp")}
          danger={false}
          onClose={close}
          onConfirm={() => step("cancel")}
        />
      )}
      {question === "handOver" && (
        <Confirm
          title={t("companyFiles.handOverQuestion", { name })}
          text={t("companyFiles.handOverText")}
          action={t("companyFiles.handOver")}
          onClose={close}
          onConfirm={handOver}
        />
      )}
      {question === "takeBack" && (
        <Confirm
          title={t("companyFiles.takeBackQuestion", { name })}
          text={t("companyFiles.takeBackText")}
          action={t("companyFiles.takeBack")}
          onClose={close}
          onConfirm={() => step("takeBack")}
        />
      )}
      {question === "takeOver" && (
        <Dialog title={t("companyFiles.takeOverQuestion", { name })} onClose={close}>
          <p className="mb-4">{t("companyFiles.takeOverText")}</p>
          <Form
            fields={codeField}
            values={{ code: "" }}
            submit={t("companyFiles.takeOver")}
            onSubmit={async ({ code: typed }: { code: string }) => {
              await step("takeOver", typed);
              close();
            }}
            onCancel={close}
            focusFirst
          />
        </Dialog>
      )}
      {code && (
        <ShownCode
          title={t("companyFiles.goneTitle", { name })}
          code={code}
          text={t("companyFiles.goneText")}
          onClose={() => setCode(null)}
        />
      )}
    </section>
  );
}

const codeField: Field[] = [
  {
    name: "code",
    label: "companyFiles.moveCode",
    required: true,
    max: 80,
    messages: { wrong: "companyFiles.moveCodeWrong" },
  },
];

const Steps = ({
  state,
  isBusy,
  setQuestion,
  handOver,
}: {
  state: CompanyFiles["moves"][number]["state"];
  isBusy: boolean;
  setQuestion: (question: Asked) => void;
  handOver: () => Promise<void>;
}) => (
  <div className="flex flex-wrap gap-2">
    {state === "leaving" && (
      <>
        <button
          type="button"
          className="btn btn-sm"
          disabled={isBusy}
          onClick={() => setQuestion("cancel")}
        >
          {t("companyFiles.giveUp")}
        </button>
        <button
          type="button"
          className="btn btn-sm btn-primary"
          disabled={isBusy}
          onClick={() => setQuestion("handOver")}
        >
          {t("companyFiles.handOver")}
        </button>
      </>
    )}
    {state === "gone" && (
      <>
        <button type="button" className="btn btn-sm" onClick={() => setQuestion("takeBack")}>
          {t("companyFiles.takeBack")}
        </button>
        <button type="button" className="btn btn-sm" onClick={() => void handOver()}>
          {t("companyFiles.showCode")}
        </button>
      </>
    )}
    {state === "waiting" && (
      <button
        type="button"
        className="btn btn-sm btn-primary"
        onClick={() => setQuestion("takeOver")}
      >
        {t("companyFiles.takeOver")}
      </button>
    )}
  </div>
);
