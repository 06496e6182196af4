import { Bot, CloudAlert, Lightbulb, Paperclip, Plug, Star } from "lucide-react";
import { Fragment } from "react";
import { errorText, t, useTranslation } from "../../../kit/text.ts";
import { PhoneBubble } from "../../../parts/phone/PhoneBubble.tsx";
import type { ScreenMessage } from "../../../parts/phone/phone-message.ts";
import { changesOf, type Names, reasonsOf } from "./explain.ts";
import type * as simulator from "./use-simulator.ts";

type Props = { turn: simulator.PlayedTurn; names: Names; shop: string; onRetry: () => void };

/** One action, the desk's answer, and the reasons. */
export function Turn({ turn, names, shop, onRetry }: Props) {
  const { t } = useTranslation();
  const { key, action, step, failed } = turn;
  const at = step?.at ?? new Date().toISOString();
  const message = (name: string, change: Partial<ScreenMessage>): ScreenMessage => ({
    id: `${key}-${name}`,
    from: null,
    number: "",
    name: "",
    body: "",
    type: "chat",
    media: null,
    quotedMsgId: null,
    group: null,
    ack: step ? 3 : 0,
    at,
    ...change,
  });
  const reasons = reasonsOf(turn, names);
  const changes = changesOf(turn, names);
  const files = names.drafts.flatMap(({ options }) => options);

  return (
    <>
      {action.type === "receive" && action.kind !== "call_log" ? (
        <PhoneBubble
          message={message("said", {
            from: "1",
            type: "chat",
            body:
              action.text ||
              `_${t(`simulator.kinds.${action.kind === "chat" ? "audio" : action.kind}`)}_`,
          })}
          shop={shop}
          first
        />
      ) : (
        <li className="bg-base-100 border-line text-muted text-small my-2 self-center rounded-full border px-3 py-0.5 text-center">
          {t(...actionText(action, names))}
        </li>
      )}
      {step?.effects.map((effect, index) => {
        if (effect.do === "say") {
          const file =
            effect.mediaId === undefined
              ? undefined
              : files.find(({ mediaId }) => mediaId === effect.mediaId);
          return (
            <Fragment key={index}>
              {file && (
                <li className="bg-bubble-other border-line rounded-bubble text-small mt-2 flex max-w-[82%] items-center gap-2 self-start rounded-tl-sm border px-3 py-2">
                  <Paperclip size={15} aria-hidden className="shrink-0" />
                  {t("simulator.file")}
                </li>
              )}
              <PhoneBubble
                message={message(String(index), { body: effect.text })}
                shop={shop}
                first={index === 0 && !file}
              />
            </Fragment>
          );
        }
        const [Icon, text] =
          effect.do === "prompt"
            ? ([Bot, t("simulator.here.ia", { name: names.ia(effect.promptId) })] as const)
            : effect.do === "integrate"
              ? ([Plug, integrationText(effect.integrationId, names)] as const)
              : ([Star, t("simulator.here.rating")] as const);
        return (
          <li
            key={index}
            className="border-primary/50 text-small mt-2 flex max-w-[82%] items-center gap-2 self-start rounded-bubble rounded-tl-sm border border-dashed bg-bubble-other px-3 py-2"
          >
            <Icon size={15} aria-hidden className="text-primary shrink-0" />
            {text}
          </li>
        );
      })}
      {step && <Reasons reasons={reasons} changes={changes} />}
      {failed !== null && <Failed failed={failed} onRetry={onRetry} />}
    </>
  );
}

function integrationText(id: number, { integration, provider }: Names) {
  const providerName = provider(id);
  return providerName
    ? t("simulator.here.billing", { name: integration(id), provider: providerName })
    : t("simulator.here.integration", { name: integration(id) });
}

function actionText(
  action: simulator.SimulatorAction,
  names: Names,
): [key: string, values: Record<string, string>] {
  switch (action.type) {
    case "receive":
      return ["simulator.done.call", {}];
    case "answer":
      return ["simulator.done.answer", {}];
    case "accept":
      return ["simulator.done.accept", {}];
    case "transfer":
      return ["simulator.done.transfer", { queue: names.queue(action.queueId) }];
    case "close":
      return [action.silent ? "simulator.done.closeSilently" : "simulator.done.close", {}];
  }
}

const Reasons = ({ reasons, changes }: { reasons: string[]; changes: string[] }) => (
  <li
    data-why
    className="border-line bg-base-100/70 text-small my-2 flex gap-2 rounded-lg border border-dashed px-2.5 py-2"
  >
    <Lightbulb size={15} aria-hidden className="text-waiting mt-0.5 shrink-0" />
    <div className="min-w-0 flex-1">
      {reasons.map((reason, index) => (
        <p key={index}>{reason}</p>
      ))}
      {changes.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-1">
          {changes.map((change) => (
            <li key={change} className="bg-base-300 rounded-md px-1.5 py-px text-xs font-medium">
              {change}
            </li>
          ))}
        </ul>
      )}
    </div>
  </li>
);

function Failed({ failed, onRetry }: { failed: unknown; onRetry: () => void }) {
  const { t } = useTranslation();

  return (
    <li
      role="alert"
      className="border-error/40 bg-base-100 text-small my-2 flex gap-2 rounded-lg border px-2.5 py-2"
    >
      <CloudAlert size={15} aria-hidden className="text-error mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p>{errorText(failed)}</p>
        <button type="button" className="link link-primary mt-0.5 font-medium" onClick={onRetry}>
          {t("common.retry")}
        </button>
      </div>
    </li>
  );
}
