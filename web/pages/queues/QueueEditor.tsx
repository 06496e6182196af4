import { useSignals } from "@preact/signals-react/runtime";
import { CircleAlert } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { ConfirmDiscard } from "../../kit/ConfirmDiscard.tsx";
import { useMedia } from "../../kit/media.ts";
import { Tabs } from "../../kit/Tabs.tsx";
import { Page } from "../../kit/Page.tsx";
import { SaveActions } from "../../kit/SaveActions.tsx";
import { connections } from "../../lists/company-lists.ts";
import { DataTab } from "./DataTab.tsx";
import type { Draft, DraftErrors } from "./draft.ts";
import { HoursTab } from "./HoursTab.tsx";
import { LeaveGuard } from "../../kit/LeaveGuard.tsx";
import { useTranslation } from "../../kit/text.ts";
import { OptionsTab } from "./options/OptionsTab.tsx";
import { rowsOf } from "./options/tree.ts";
import { deskOf } from "./simulator/desk.ts";
import { Simulator } from "./simulator/Simulator.tsx";
import { useQueueForm } from "./use-queue-form.ts";

const parts = ["data", "hours", "options"] as const;
type Part = (typeof parts)[number] | "simulate";

type Props = {
  id: number | null;
  first: Draft;
  /** A new queue has an id, even if parts of it are not saved yet. */
  onMade: (id: number) => void;
  onSaved: (id: number) => void;
};

/** Edits a whole queue under one Save, with a simulator beside it. */
export function QueueEditor({ id, first, onMade, onSaved }: Props) {
  useSignals();
  const { t } = useTranslation();
  const wide = useMedia("(width >= 64rem)");
  const box = useRef<HTMLDivElement>(null);
  const [part, setPart] = useState<Part>("data");
  const [chosen, setChosen] = useState<number | null>(null);
  const [discarding, setDiscarding] = useState(false);

  const show = ({ data, hours, options }: DraftErrors) => {
    const [key] = options.keys();
    if (Object.keys(data).length > 0) setPart("data");
    else if (Object.keys(hours).length > 0) setPart("hours");
    else if (key !== undefined) {
      setPart("options");
      setChosen(key);
    }
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
      ),
    );
  };
  const form = useQueueForm({ id, first, onMade, onSaved, onWrong: show });
  const { draft, stored, dirty, saving, failed, wrongs, changedElsewhere, save, discard, take } =
    form;

  useFirstFocus(box, id === null);

  const desk = useMemo(() => deskOf(draft, id), [draft, id]);
  const rows = connections.rows.value ?? [];
  const serves = rows.filter(({ queueIds }) => id !== null && queueIds.includes(id));
  const connection = serves.find(({ isDefault }) => isDefault) ?? serves[0];
  const visible = wide && part === "simulate" ? "data" : part;
  const tabs = wide ? parts : ([...parts, "simulate"] as const);

  return (
    <div ref={box} className="h-full min-h-0">
      <Page
        fill
        title={draft.name.trim() || t("queues.new")}
        parent={{ href: "/queues", label: t("queues.title") }}
        actions={
          <SaveActions
            dirty={dirty}
            saving={saving}
            onSave={() => void save()}
            onDiscard={id === null ? undefined : () => setDiscarding(true)}
          />
        }
        filters={
          <div className="min-w-0 flex-1">
            <Tabs
              variant="line"
              label={t("queues.parts")}
              values={tabs}
              value={visible}
              text={(one) => t(`queues.tabs.${one}`)}
              invalid={wrongParts(wrongs)}
              onChange={setPart}
            />
          </div>
        }
      >
        <div className="flex h-full min-h-0">
          <div className="flex min-w-0 flex-1 flex-col">
            <Notices failed={failed} onTake={changedElsewhere && (() => take(changedElsewhere))} />
            <div
              role="tabpanel"
              aria-label={t(`queues.tabs.${visible}`)}
              className={`min-h-0 flex-1 ${visible === "simulate" ? "pb-3" : "overflow-y-auto pb-8 md:pr-4"}`}
            >
              <div
                className={
                  visible === "simulate"
                    ? "h-full"
                    : visible === "options"
                      ? "max-w-4xl"
                      : "max-w-176"
                }
              >
                <PartOfQueue part={visible} form={form} chosen={chosen} onChoose={setChosen} />
                {!wide && (
                  <Simulator
                    desk={desk}
                    whatsappId={connection?.id}
                    noFrame
                    hidden={visible !== "simulate"}
                  />
                )}
              </div>
            </div>
          </div>
          {wide && (
            <aside className="flex w-104 shrink-0 flex-col pb-3 pl-4">
              <Simulator desk={desk} whatsappId={connection?.id} />
            </aside>
          )}
        </div>
      </Page>

      <LeaveGuard dirty={dirty} />
      {discarding && (
        <ConfirmDiscard
          onClose={() => setDiscarding(false)}
          onConfirm={() => {
            discard();
            if (!rowsOf(stored.options).some(({ node }) => node.key === chosen)) setChosen(null);
          }}
        />
      )}
    </div>
  );
}

type PartProps = {
  part: Part;
  form: ReturnType<typeof useQueueForm>;
  chosen: number | null;
  onChoose: (key: number | null) => void;
};

function PartOfQueue({ part, form, chosen, onChoose }: PartProps) {
  const { draft, wrongs, change, changeOptions, leave } = form;
  if (part === "data")
    return <DataTab draft={draft} wrong={wrongs.data} onChange={change} onLeft={leave} />;
  if (part === "hours")
    return (
      <HoursTab
        week={draft.schedules}
        wrong={wrongs.hours}
        onChange={(schedules) => change({ schedules })}
      />
    );
  if (part === "simulate") return null;
  return (
    <OptionsTab
      nodes={draft.options}
      greeting={draft.greetingMessage}
      wrongs={wrongs.options}
      chosen={chosen}
      onChoose={onChoose}
      onChange={changeOptions}
    />
  );
}

/** The reason why a queue was not saved, and a notice that another user changed it. */
function Notices({
  failed,
  onTake,
}: {
  failed: ReactNode;
  /** Takes the other user's version, if there is one. */
  onTake: (() => void) | null | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="shrink-0">
      {failed && (
        <p className="border-error/40 bg-error/8 flex items-start gap-2 rounded-lg border px-3 py-2.5 mb-3">
          <CircleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
          <span className="min-w-0 break-words">{failed}</span>
        </p>
      )}
      {onTake && (
        <p className="border-waiting/40 bg-waiting/10 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-2.5 mb-3">
          <span className="min-w-0 flex-1">{t("queues.elsewhere")}</span>
          <button type="button" className="link link-primary font-medium" onClick={onTake}>
            {t("queues.takeTheirs")}
          </button>
        </p>
      )}
    </div>
  );
}

/** Focuses the name of a new queue; other pages start at the top. */
function useFirstFocus(box: RefObject<HTMLDivElement | null>, isNew: boolean) {
  useEffect(() => {
    const touch = matchMedia("(pointer: coarse)").matches;
    box.current
      ?.querySelector<HTMLElement>(isNew && !touch ? "input[name=name]" : "h1")
      ?.focus({ preventScroll: true });
  }, []);
}

const wrongParts = ({ data, hours, options }: DraftErrors): Part[] => [
  ...(Object.keys(data).length > 0 ? (["data"] as const) : []),
  ...(Object.keys(hours).length > 0 ? (["hours"] as const) : []),
  ...(options.size > 0 ? (["options"] as const) : []),
];
