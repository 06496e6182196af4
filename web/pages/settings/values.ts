import { batch, signal } from "@preact/signals-react";
import { useEffect } from "react";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";
import { me } from "../../session/session.ts";

/** The value of each setting by its key; null until they are loaded. */
export const values = signal<Record<string, string> | null>(null);
/** Whether each secret has a stored value. */
export const stored = signal<Record<string, boolean>>({});
export const failed = signal<unknown>(null);

/** The last change of a setting on this page. */
export type LastChange = { key: string; value: string } & (
  | { state: "saving" }
  /** `before` is absent for a secret, which cannot be undone. */
  | { state: "saved"; at: number; before?: string }
  | { state: "failed"; error: unknown }
);

export const lastChange = signal<LastChange | null>(null);

export function useSettings() {
  useEffect(() => {
    void read();
    const closers = [
      live.on("settings", ({ setting }) =>
        onSetting(setting as Partial<Setting> & { key: string }),
      ),
      live.on("company", ({ company }) =>
        setValue("timezone", (company as { timezone: string }).timezone),
      ),
      live.onReset(() => void read()),
      () => (lastChange.value = null),
    ];
    return () => closers.forEach((close) => close());
  }, []);
}

export async function read() {
  try {
    const company = `/companies/${me.peek()?.companyId}`;
    const [rows, { timezone }] = await Promise.all([
      api.get<Setting[]>("/settings"),
      api.get<{ timezone: string }>(company),
    ]);
    batch(() => {
      values.value = {
        ...Object.fromEntries(rows.map(({ key, value }) => [key, value])),
        timezone,
      };
      stored.value = Object.fromEntries(
        rows.flatMap(({ key, hasValue }) => (hasValue === undefined ? [] : [[key, hasValue]])),
      );
      failed.value = null;
    });
  } catch (error) {
    failed.value = error;
  }
}

/** Changes a setting on screen at once. A refusal restores the old value. */
export async function change(key: string, value: string) {
  const before = values.peek()?.[key] ?? "";
  const thisRound = (rounds.get(key) ?? 0) + 1;
  rounds.set(key, thisRound);
  setValue(key, value);
  lastChange.value = { key, value, state: "saving" };
  try {
    await (key === "timezone"
      ? api.put(`/companies/${me.peek()?.companyId}`, { timezone: value })
      : api.put(`/settings/${key}`, { value }));
    if (rounds.get(key) !== thisRound) return;
    lastChange.value = { key, value, state: "saved", at: Date.now(), before };
  } catch (error) {
    if (rounds.get(key) !== thisRound) return;
    batch(() => {
      setValue(key, before);
      lastChange.value = { key, value, state: "failed", error };
    });
  }
}

/** Stores or clears a secret. Throws the server's refusal. */
export async function saveSecret(key: string, value: string) {
  lastChange.value = { key, value: "", state: "saving" };
  try {
    onSetting(await api.put<Setting>(`/settings/${key}`, { value }));
    lastChange.value = { key, value: "", state: "saved", at: Date.now() };
  } catch (error) {
    lastChange.value = null;
    throw error;
  }
}

type Setting = { key: string; value: string; hasValue?: boolean };

const rounds = new Map<string, number>();

function onSetting({ key, value, hasValue }: Partial<Setting> & { key: string }) {
  const last = lastChange.peek();
  const isSaving = last?.key === key && last.state === "saving";
  if (hasValue !== undefined) stored.value = { ...stored.peek(), [key]: hasValue };
  else if (value !== undefined && !isSaving) setValue(key, value);
}

function setValue(key: string, value: string) {
  values.value = { ...values.peek(), [key]: value };
}
