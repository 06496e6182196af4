import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ApiError } from "../../kit/api.ts";
import { errorText, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../session/live.ts";
import {
  type Draft,
  type DraftErrors,
  draftErrors,
  draftErrorsFromServer,
  hasErrors,
  isSame,
  noErrors,
  readDraft,
  saveDraft,
} from "./draft.ts";
import type { NodeErrors } from "./options/tree.ts";

type Props = {
  id: number | null;
  first: Draft;
  onMade: (id: number) => void;
  onSaved: (id: number) => void;
  /** Shows the first of these errors. */
  onWrong: (wrongs: DraftErrors) => void;
};

/** The edited queue: its changes, its errors, and saving. */
export function useQueueForm({ id, first, onMade, onSaved, onWrong }: Props) {
  const { t } = useTranslation();
  const [stored, setStored] = useState(first);
  const [draft, setDraft] = useState(first);
  /** After the first try to save, all errors are visible. */
  const [tried, setTried] = useState(false);
  const [leftFields, setLeftFields] = useState<Record<string, string | undefined>>({});
  const [serverErrors, setServerErrors] = useState<DraftErrors>(noErrors);
  const [failed, setFailed] = useState("");
  const [saving, setSaving] = useState(false);
  const [changedElsewhere, setChangedElsewhere] = useState<Draft | null>(null);
  const dirty = useMemo(() => !isSame(draft, stored), [draft, stored]);
  const errors = useMemo(() => draftErrors(draft), [draft]);
  const wrongs: DraftErrors = {
    data: { ...(tried ? errors.data : defined(leftFields)), ...serverErrors.data },
    hours: { ...(tried ? errors.hours : {}), ...serverErrors.hours },
    options: mergeErrors(
      tried ? errors.options : withoutRequired(errors.options),
      serverErrors.options,
    ),
  };

  const take = (fresh: Draft) => {
    setStored(fresh);
    setDraft(fresh);
    setChangedElsewhere(null);
  };
  useLatest(id, { dirty, saving, stored }, (fresh, wasDirty) =>
    wasDirty ? setChangedElsewhere(fresh) : take(fresh),
  );

  const change = (changed: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...changed }));
    const names = Object.keys(changed);
    setServerErrors((old) => ({
      data: without(old.data, names),
      hours: names.includes("schedules") ? {} : old.hours,
      options: old.options,
    }));
    setLeftFields((old) => without(old, names));
  };

  const changeOptions = (work: (options: Draft["options"]) => Draft["options"]) => {
    setDraft((old) => ({ ...old, options: work(old.options) }));
    setServerErrors((old) => ({ ...old, options: new Map() }));
  };
  /** Shows a field's error when the user leaves the field. */
  const leave = (name: string, code: string | undefined) =>
    draft[name as keyof Draft] !== stored[name as keyof Draft] &&
    setLeftFields((old) => ({ ...old, [name]: code }));

  const save = async () => {
    if (saving) return;
    setFailed("");
    setTried(true);
    if (hasErrors(errors)) return onWrong(errors);
    setSaving(true);
    try {
      const saved = await saveDraft(draft, stored, id, onMade);
      take(saved.stored);
      setTried(false);
      setServerErrors(noErrors);
      toast.success(t("queues.saved"));
      onSaved(saved.id);
    } catch (error) {
      const refused =
        error instanceof ApiError ? draftErrorsFromServer(error.fields, draft) : noErrors;
      setServerErrors(refused);
      setFailed(errorText(error));
      if (hasErrors(refused)) onWrong(refused);
    } finally {
      setSaving(false);
    }
  };

  const discard = () => {
    setDraft(stored);
    setTried(false);
    setServerErrors(noErrors);
    setLeftFields({});
    setFailed("");
  };

  return {
    draft,
    stored,
    dirty,
    saving,
    failed,
    wrongs,
    changedElsewhere,
    change,
    changeOptions,
    leave,
    save,
    discard,
    take,
  };
}

/** Reads the queue again after another user changed it. */
function useLatest(
  id: number | null,
  now: { dirty: boolean; saving: boolean; stored: Draft },
  onFresh: (fresh: Draft, wasDirty: boolean) => void,
) {
  const latest = useRef({ now, onFresh });
  useLayoutEffect(() => void (latest.current = { now, onFresh }));
  useEffect(() => {
    if (id === null) return;
    const refresh = async () => {
      if (latest.current.now.saving) return;
      const fresh = await readDraft(id).catch(() => null);
      const {
        now: { dirty, saving, stored },
        onFresh: notify,
      } = latest.current;
      if (fresh && !saving && !isSame(fresh, stored)) notify(fresh, dirty);
    };
    const closers = [
      live.on(
        "queue",
        ({ queue }) => (queue as { id: number } | undefined)?.id === id && void refresh(),
      ),
      live.onReset(() => void refresh()),
    ];
    return () => closers.forEach((close) => close());
  }, [id]);
}

const defined = (codes: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(codes).flatMap(([name, code]) => (code ? [[name, code]] : [])));

/** The errors to show while typing: not those of empty fields. */
const withoutRequired = (wrongs: Map<number, NodeErrors>) =>
  new Map(
    [...wrongs].flatMap(([key, wrong]) => {
      const own = Object.fromEntries(
        Object.entries(wrong).filter(([, code]) => code !== undefined && code !== "required"),
      );
      return Object.keys(own).length > 0 ? [[key, own as NodeErrors] as const] : [];
    }),
  );

const mergeErrors = (one: Map<number, NodeErrors>, other: Map<number, NodeErrors>) =>
  new Map([
    ...one,
    ...[...other].map(([key, wrong]) => [key, { ...one.get(key), ...wrong }] as const),
  ]);

const without = <Value>(all: Record<string, Value>, names: string[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
