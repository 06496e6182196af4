import { useSignals } from "@preact/signals-react/runtime";
import { CircleAlert } from "lucide-react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { useMedia } from "../../kit/media.ts";
import { Tabs } from "../../kit/Tabs.tsx";
import { errorText } from "../../kit/text.ts";
import { Page } from "../../kit/Page.tsx";
import { SaveActions } from "../../kit/SaveActions.tsx";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../live.ts";
import { connections } from "../tickets/choices.ts";
import { DataTab } from "./DataTab.tsx";
import { type Draft, hasErrors, isSame, noErrors, readDraft, saveDraft, type DraftErrors, draftErrorsFromServer, draftErrors } from "./draft.ts";
import { HoursTab } from "./HoursTab.tsx";
import { LeaveGuard } from "../../kit/LeaveGuard.tsx";
import { OptionsTab } from "./options/OptionsTab.tsx";
import { rowsOf, type NodeErrors } from "./options/tree.ts";
import { deskOf } from "./simulator/desk.ts";
import { Simulator } from "./simulator/Simulator.tsx";

const parts = ["data", "hours", "options"] as const;
type Part = (typeof parts)[number] | "simulate";

type Props = {
  id: number | null;
  first: Draft;
  /** A new queue has its id, though perhaps not all of it is saved. */
  onMade: (id: number) => void;
  onSaved: (id: number) => void;
};

/** Edits a whole queue under one Save, with a simulator beside it. */
export function QueueEditor({ id, first, onMade, onSaved }: Props) {
  useSignals();
  const { t } = useTranslation();
  const wide = useMedia("(width >= 64rem)");
  const box = useRef<HTMLDivElement>(null);
  const [stored, setStored] = useState(first);
  const [draft, setDraft] = useState(first);
  const [part, setPart] = useState<Part>("data");
  const [chosen, setChosen] = useState<number | null>(null);
  /** After a first try to save, all errors are shown. */
  const [tried, setTried] = useState(false);
  const [leftFields, setLeftFields] = useState<Record<string, string | undefined>>({});
  const [serverErrors, setServerErrors] = useState<DraftErrors>(noErrors);
  const [failed, setFailed] = useState("");
  const [saving, setSaving] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [changedElsewhere, setChangedElsewhere] = useState<Draft | null>(null);
  const dirty = useMemo(() => !isSame(draft, stored), [draft, stored]);

  const found = useMemo(() => draftErrors(draft), [draft]);
  const data = { ...(tried ? found.data : defined(leftFields)), ...serverErrors.data };
  const hours = { ...(tried ? found.hours : {}), ...serverErrors.hours };
  const options = mergeErrors(tried ? found.options : withoutRequired(found.options), serverErrors.options);
  const wrong: Part[] = [Object.keys(data).length > 0 && ("data" as const), Object.keys(hours).length > 0 && ("hours" as const), options.size > 0 && ("options" as const)].filter((one) => one !== false);

  useLatest(id, { dirty, saving, stored }, (fresh, wasDirty) => {
    if (wasDirty) return setChangedElsewhere(fresh);
    setStored(fresh);
    setDraft(fresh);
  });

  // A new queue's name gets the focus; else the page starts at the top.
  useEffect(() => {
    const touch = matchMedia("(pointer: coarse)").matches;
    box.current?.querySelector<HTMLElement>(id === null && !touch ? "input[name=name]" : "h1")?.focus({ preventScroll: true });
  }, []);

  const change = (changed: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...changed }));
    const names = Object.keys(changed);
    setServerErrors((old) => ({
      data: Object.fromEntries(Object.entries(old.data).filter(([name]) => !names.includes(name))),
      hours: names.includes("schedules") ? {} : old.hours,
      options: old.options,
    }));
    setLeftFields((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !names.includes(name))));
  };

  const show = (wrongs: DraftErrors) => {
    const [key] = wrongs.options.keys();
    if (Object.keys(wrongs.data).length > 0) setPart("data");
    else if (Object.keys(wrongs.hours).length > 0) setPart("hours");
    else if (key !== undefined) {
      setPart("options");
      setChosen(key);
    }
    requestAnimationFrame(() => requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()));
  };

  const save = async () => {
    if (saving) return;
    setFailed("");
    setTried(true);
    if (hasErrors(found)) return show(found);
    setSaving(true);
    try {
      const saved = await saveDraft(draft, id, onMade);
      setStored(saved.stored);
      setDraft(saved.stored);
      setTried(false);
      setServerErrors(noErrors);
      setChangedElsewhere(null);
      toast.success(t("queues.saved"));
      onSaved(saved.id);
    } catch (error) {
      const wrongs = error instanceof ApiError ? draftErrorsFromServer(error.fields, draft) : noErrors;
      setServerErrors(wrongs);
      setFailed(errorText(error));
      if (hasErrors(wrongs)) show(wrongs);
    } finally {
      setSaving(false);
    }
  };

  const desk = useMemo(() => deskOf(draft, id), [draft, id]);
  const rows = connections.rows.value ?? [];
  const serves = rows.filter(({ queueIds }) => id !== null && queueIds.includes(id));
  const connection = serves.find(({ isDefault }) => isDefault) ?? serves[0];
  const shown = wide && part === "simulate" ? "data" : part;
  const tabs = wide ? parts : ([...parts, "simulate"] as const);

  return (
    <div ref={box} className="h-full min-h-0">
      <Page
        fill
        title={draft.name.trim() || t("queues.new")}
        parent={{ href: "/queues", label: t("queues.title") }}
        actions={<SaveActions dirty={dirty} saving={saving} onSave={() => void save()} onDiscard={id === null ? undefined : () => setDiscarding(true)} />}
        filters={
          <div className="min-w-0 flex-1">
            <Tabs variant="line" label={t("queues.parts")} values={tabs} value={shown} text={(one) => t(`queues.tabs.${one}`)} invalid={wrong} onChange={setPart} />
          </div>
        }
      >
      <div className="flex h-full min-h-0">
        <div className="flex min-w-0 flex-1 flex-col">
          <div role="alert" className="shrink-0">
            {failed && (
              <p className="border-error/40 bg-error/8 flex items-start gap-2 rounded-lg border px-3 py-2.5 mb-3">
                <CircleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
                <span className="min-w-0 break-words">{failed}</span>
              </p>
            )}
            {changedElsewhere && (
              <p className="border-waiting/40 bg-waiting/10 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-2.5 mb-3">
                <span className="min-w-0 flex-1">{t("queues.elsewhere")}</span>
                <button
                  type="button"
                  className="link link-primary font-medium"
                  onClick={() => {
                    setStored(changedElsewhere);
                    setDraft(changedElsewhere);
                    setChangedElsewhere(null);
                  }}
                >
                  {t("queues.takeTheirs")}
                </button>
              </p>
            )}
          </div>
          <div role="tabpanel" aria-label={t(`queues.tabs.${shown}`)} className={`min-h-0 flex-1 ${shown === "simulate" ? "pb-3" : "overflow-y-auto pb-8 md:pr-4"}`}>
            <div className={shown === "simulate" ? "h-full" : shown === "options" ? "max-w-4xl" : "max-w-176"}>
              {shown === "data" && <DataTab draft={draft} wrong={data} onChange={change} onLeft={(name, code) => draft[name as keyof Draft] !== stored[name as keyof Draft] && setLeftFields((old) => ({ ...old, [name]: code }))} />}
              {shown === "hours" && <HoursTab week={draft.schedules} wrong={hours} onChange={(schedules) => change({ schedules })} />}
              {shown === "options" && (
                <OptionsTab
                  nodes={draft.options}
                  greeting={draft.greetingMessage}
                  wrongs={options}
                  chosen={chosen}
                  onChoose={setChosen}
                  onChange={(work) => {
                    setDraft((old) => ({ ...old, options: work(old.options) }));
                    setServerErrors((old) => ({ ...old, options: new Map() }));
                  }}
                />
              )}
              {!wide && <Simulator desk={desk} whatsappId={connection?.id} noFrame hidden={shown !== "simulate"} />}
            </div>
          </div>
        </div>
        {wide && <aside className="flex w-104 shrink-0 flex-col pb-3 pl-4"><Simulator desk={desk} whatsappId={connection?.id} /></aside>}
      </div>
      </Page>

      <LeaveGuard dirty={dirty} />
      {discarding && (
        <Confirm
          title={t("common.discardQuestion")}
          text={t("common.discardText")}
          action={t("common.discard")}
          onClose={() => setDiscarding(false)}
          onConfirm={() => {
            setDraft(stored);
            setTried(false);
            setServerErrors(noErrors);
            setLeftFields({});
            setFailed("");
            if (!rowsOf(stored.options).some(({ node }) => node.key === chosen)) setChosen(null);
          }}
        />
      )}
    </div>
  );
}

/** Reads the queue anew when the server says that it changed, unless it was us. */
function useLatest(id: number | null, now: { dirty: boolean; saving: boolean; stored: Draft }, onFresh: (fresh: Draft, wasDirty: boolean) => void) {
  const latest = useRef({ now, onFresh });
  useLayoutEffect(() => void (latest.current = { now, onFresh }));
  useEffect(() => {
    if (id === null) return;
    const refresh = async () => {
      if (latest.current.now.saving) return;
      const fresh = await readDraft(id).catch(() => null);
      const { now: { dirty, saving, stored }, onFresh: notify } = latest.current;
      if (fresh && !saving && !isSame(fresh, stored)) notify(fresh, dirty);
    };
    const closers = [live.on("queue", ({ queue }) => (queue as { id: number } | undefined)?.id === id && void refresh()), live.onReset(() => void refresh())];
    return () => closers.forEach((close) => close());
  }, [id]);
}

const defined = (codes: Record<string, string | undefined>) => Object.fromEntries(Object.entries(codes).flatMap(([name, code]) => (code ? [[name, code]] : [])));

/** Errors shown while typing: not those of empty fields. */
const withoutRequired = (wrongs: Map<number, NodeErrors>) =>
  new Map([...wrongs].flatMap(([key, wrong]) => {
    const own = Object.fromEntries(Object.entries(wrong).filter(([, code]) => code !== undefined && code !== "required"));
    return Object.keys(own).length > 0 ? [[key, own as NodeErrors] as const] : [];
  }));

const mergeErrors = (one: Map<number, NodeErrors>, other: Map<number, NodeErrors>) => new Map([...one, ...[...other].map(([key, wrong]) => [key, { ...one.get(key), ...wrong }] as const)]);
