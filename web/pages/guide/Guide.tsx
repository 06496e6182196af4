import { Check } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import * as guides from "../../../src/shared/guide.ts";
import { api } from "../../kit/api.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import { live } from "../../session/live.ts";
import { AddressStep } from "./AddressStep.tsx";
import { CompanyStep } from "./CompanyStep.tsx";
import { CopiesStep } from "./CopiesStep.tsx";
import { LineStep } from "./LineStep.tsx";
import { MessageStep } from "./MessageStep.tsx";
import { QueueStep } from "./QueueStep.tsx";
import type { StepProps } from "./step.ts";
import texts from "./texts.json";

addTexts(texts);

const bodies: Record<guides.GuideStep, (props: StepProps) => ReactNode> = {
  company: CompanyStep,
  address: AddressStep,
  line: LineStep,
  queue: QueueStep,
  copies: CopiesStep,
  message: MessageStep,
};

// These steps continue by saving. The others have a separate button once they are done.
const savesOnly: ReadonlySet<guides.GuideStep> = new Set(["company", "queue"]);

/** Guides the owner of a new box to the first message. Every step can wait. rules.md#guide */
export function Guide() {
  const { t } = useTranslation();
  const { step: requested } = useParams<{ step?: string }>();
  const [, navigate] = useLocation();
  const [guide, setGuide] = useState<guides.Guide | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => void api.get<guides.Guide>("/setup/guide").then(setGuide, setFailed);

  useEffect(() => {
    read();
    const stops = [
      live.on("whatsapp", read),
      live.on("whatsappSession", read),
      live.on("appMessage", read),
      live.on("ready", read),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);

  const at =
    guides.guideSteps.find((step) => step === requested) ??
    (guide && (guides.guideSteps.find((step) => !guide.steps[step]) ?? "message"));
  const goOn = (from: guides.GuideStep) =>
    navigate(
      from === "message"
        ? "/tickets"
        : `/guide/${guides.guideSteps[guides.guideSteps.indexOf(from) + 1]}`,
    );
  const finish = async (step: guides.GuideStep) => {
    try {
      setGuide(await api.put<guides.Guide>("/setup/guide", { done: step }));
      goOn(step);
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <Page title={t("guide.title")} lead={t("guide.lead")} width="narrow">
      {guide && at ? (
        <GuideView guide={guide} at={at} onDone={() => void finish(at)} onLater={() => goOn(at)} />
      ) : failed ? (
        <LoadError error={failed} onRetry={read} />
      ) : (
        <Delayed>{<Skeleton className="h-96 w-full" />}</Delayed>
      )}
    </Page>
  );
}

/** The list of steps, and one step. */
export function GuideView({
  guide,
  at,
  onDone,
  onLater,
}: {
  guide: guides.Guide;
  at: guides.GuideStep;
  onDone: () => void;
  onLater: () => void;
}) {
  const { t } = useTranslation();
  const Body = bodies[at];
  return (
    <>
      <nav aria-label={t("guide.steps")} className="mb-4">
        <ol className="flex flex-wrap gap-x-1 gap-y-1">
          {guides.guideSteps.map((step, index) => (
            <li key={step}>
              <Link
                href={`/guide/${step}`}
                aria-current={step === at ? "step" : undefined}
                className={`flex min-h-9 items-center gap-2 rounded-lg px-2 ${step === at ? "bg-base-100 border-line border font-semibold" : "text-muted hover:text-base-content"}`}
              >
                <span
                  className={`tabular text-small grid size-6 shrink-0 place-items-center rounded-full ${guide.steps[step] ? "bg-primary text-primary-content" : "border-line border"}`}
                >
                  {guide.steps[step] ? (
                    <Check size={14} role="img" aria-label={t("common.stepDone")} />
                  ) : (
                    index + 1
                  )}
                </span>
                {t(`guide.${step}.name`)}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <section
        key={at}
        data-step={at}
        className="card-quiet flex flex-col gap-4 px-4 py-4 phone:px-5"
      >
        <div>
          <h2 className="text-title font-semibold">{t(`guide.${at}.title`)}</h2>
          <p className="text-muted mt-1">{t(`guide.${at}.text`)}</p>
        </div>
        <Body done={guide.steps[at]} onDone={onDone} />
        {(!guide.steps[at] || savesOnly.has(at)) && (
          <button type="button" className="btn btn-ghost text-muted self-start" onClick={onLater}>
            {t(guide.steps[at] ? "guide.next" : "guide.later")}
          </button>
        )}
      </section>
    </>
  );
}
