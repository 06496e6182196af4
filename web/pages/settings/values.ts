import { batch, signal } from "@preact/signals-react";
import { useEffect } from "react";
import {
  type SettingField,
  settingField,
  settingKeys,
  type SettingKind,
  settingSections,
  type SettingSection,
} from "../../../src/shared/settings.ts";
import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../session/live.ts";
import { can } from "../../session/can.ts";
import { me, plan } from "../../session/session.ts";

/**
 * A setting of the screen. The timezone is a field of the company, with a list of its own; all
 * others are settings.
 */
export type Option = (SettingKind | { kind: "zone" }) &
  Pick<SettingField, "confirms" | "closedToVisits"> & { key: string };

type Section = SettingSection & { options: Option[] };

const sections: Section[] = [
  { name: "company", options: [{ key: "timezone", kind: "zone" }] },
  ...settingSections.map((section) => ({
    ...section,
    options: settingKeys
      .map((key) => ({ key, ...settingField(key) }))
      .filter((option) => option.section === section.name),
  })),
];

/** The settings that this user sees. rules.md#seen-settings */
export const visibleSections = () =>
  sections.filter(
    (section) =>
      (!section.plan || (plan.value?.[section.plan] ?? true)) &&
      (!section.writersOnly || can("settings.write")),
  );

/** The value of each setting by its key; null until they are loaded. */
export const values = signal<Record<string, string> | null>(null);
/** Whether each secret has a stored value. */
export const stored = signal<Record<string, boolean>>({});
export const failed = signal<unknown>(null);
/** The progress of the last change of each setting. */
export const saveStates = signal<Record<string, "saving" | "saved">>({});

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
  setSaveState(key, "saving");
  try {
    await (key === "timezone"
      ? api.put(`/companies/${me.peek()?.companyId}`, { timezone: value })
      : api.put(`/settings/${key}`, { value }));
    if (rounds.get(key) !== thisRound) return;
    setSaveState(key, "saved");
    setTimeout(() => rounds.get(key) === thisRound && setSaveState(key), 3000);
  } catch (error) {
    if (rounds.get(key) !== thisRound) return;
    batch(() => {
      setValue(key, before);
      setSaveState(key);
    });
    toast.error(error);
  }
}

/** Stores or clears a secret. Throws the server's refusal. */
export async function saveSecret(key: string, value: string) {
  setSaveState(key, "saving");
  try {
    onSetting(await api.put<Setting>(`/settings/${key}`, { value }));
    setSaveState(key, "saved");
    setTimeout(() => setSaveState(key), 3000);
  } catch (error) {
    setSaveState(key);
    throw error;
  }
}

type Setting = { key: string; value: string; hasValue?: boolean };

const rounds = new Map<string, number>();

function onSetting({ key, value, hasValue }: Partial<Setting> & { key: string }) {
  if (hasValue !== undefined) stored.value = { ...stored.peek(), [key]: hasValue };
  else if (value !== undefined && saveStates.peek()[key] !== "saving") setValue(key, value);
}

function setValue(key: string, value: string) {
  values.value = { ...values.peek(), [key]: value };
}

function setSaveState(key: string, state?: "saving" | "saved") {
  const { [key]: _, ...others } = saveStates.peek();
  saveStates.value = state ? { ...others, [key]: state } : others;
}
