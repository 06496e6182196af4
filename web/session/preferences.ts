import { computed } from "@preact/signals-react";
import { defaultPreferences, type Preferences } from "../../src/shared/preferences.ts";
import { api } from "../kit/api.ts";
import { toast } from "../kit/Toast.tsx";
import { me } from "./session.ts";

/** How the user has their screens, on each of their devices. */
export const preferences = computed(() => me.value?.preferences ?? defaultPreferences);

/** Changes some preferences at once; a refusal takes that back. */
export async function changePreferences(changes: Partial<Preferences>) {
  const before = preferences.peek();
  set({ ...before, ...changes });
  try {
    set(await api.put<Preferences>("/preferences", changes));
  } catch (error) {
    set(before);
    toast.error(error);
  }
}

function set(next: Preferences) {
  const user = me.peek();
  if (user) me.value = { ...user, preferences: next };
}
