import { batch, computed, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { Holiday, Week } from "../../../src/shared/hours.ts";
import { changesIn } from "../../forms/save-edit.ts";
import { api, ApiError } from "../../kit/api.ts";
import { weekErrors } from "../../kit/week/week.ts";
import { live } from "../../session/live.ts";
import { me } from "../../session/session.ts";

/** The company's hours as the server sends them. */
type OpeningHours = {
  schedules: Week;
  holidays: Holiday[];
  timezone: string;
  isSaved: boolean;
  updatedAt: string | null;
};

/** The saved hours; null until they are loaded. */
export const saved = signal<OpeningHours | null>(null);
/** Whether the company has hours of its own; null until they are loaded. */
export const hasSavedHours = computed(() => saved.value && saved.value.isSaved);
/**
 * The unsaved changes, with the `updatedAt` of the hours they began from; null without changes.
 * They survive leaving the page.
 */
export const draft = signal<Pick<OpeningHours, "schedules" | "holidays" | "updatedAt"> | null>(
  null,
);
export const failed = signal<unknown>(null);
export const saving = signal(false);
/** Error codes by path, `schedules.2.endTime`. */
export const errors = signal<Record<string, string>>({});

export const currentHours = computed(() => saved.value && { ...saved.value, ...draft.value });

/** The hours to save: the draft, or proposed hours that were never saved. rules.md#opening-hours */
export const unsaved = computed(
  () =>
    draft.value ??
    (saved.value?.isSaved === false
      ? { schedules: saved.value.schedules, holidays: saved.value.holidays, updatedAt: null }
      : null),
);

export function useHours() {
  useEffect(() => {
    void read();
    const closers = [
      live.on(
        "settings",
        ({ setting }) => (setting as { key: string }).key === "schedules" && void read(),
      ),
      live.on("company", () => void read()),
      live.onReset(() => void read()),
    ];
    const stay = (event: BeforeUnloadEvent) => draft.peek() && event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => {
      closers.forEach((close) => close());
      window.removeEventListener("beforeunload", stay);
    };
  }, []);
}

const path = () => `/companies/${me.peek()?.companyId}/schedules`;

export async function read() {
  try {
    const answer = await api.get<OpeningHours>(path());
    batch(() => {
      saved.value = answer;
      failed.value = null;
    });
  } catch (error) {
    failed.value = error;
  }
}

/** Changes the draft. Visible errors stay until the user corrects them. */
export function change(part: Partial<Pick<OpeningHours, "schedules" | "holidays">>) {
  const now = currentHours.peek();
  if (!now) return;
  const { schedules, holidays } = { ...now, ...part };
  batch(() => {
    draft.value = { schedules, holidays, updatedAt: (draft.peek() ?? now).updatedAt };
    if (Object.keys(errors.peek()).length > 0) errors.value = errorsOf(schedules);
  });
}

export function discard() {
  batch(() => {
    draft.value = null;
    errors.value = {};
  });
}

/**
 * Saves the draft, or the proposed hours when none are saved. Returns false when a field is wrong.
 * Throws a server error that belongs to no field.
 */
export async function save(): Promise<boolean> {
  const typed = unsaved.peek();
  if (!typed) return true;
  errors.value = errorsOf(typed.schedules);
  if (Object.keys(errors.peek()).length > 0) return false;
  saving.value = true;
  try {
    const { schedules, updatedAt, ...others } = typed;
    const answer = await api.put<OpeningHours>(path(), {
      schedules,
      ...changesIn(saved.peek(), others),
      ...(updatedAt !== null && { updatedAt }),
    });
    batch(() => {
      saved.value = answer;
      draft.value = null;
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) throw error;
    errors.value = error.fields;
    return false;
  } finally {
    saving.value = false;
  }
}

const errorsOf = (schedules: Week) =>
  Object.fromEntries(
    Object.entries(weekErrors(schedules)).map(([place, code]) => [`schedules.${place}`, code]),
  );
