import { computed, effect, signal } from "@preact/signals-react";
import type { Profile, Rights } from "../../src/shared/permissions.ts";
import type { Preferences } from "../../src/shared/preferences.ts";
import type { Plan } from "../../src/shared/plan.ts";
import { api, sessionHooks, ApiError } from "../kit/api.ts";
import { setLook, type Theme } from "../kit/theme.ts";
import { on } from "./frames.ts";

export type Me = {
  id: number;
  /** The time of the user's last change. rules.md#edits */ updatedAt: string;
  name: string;
  email: string;
  profile: Profile;
  role?: Rights | null;
  super: boolean;
  /** The user signs in with a code too. */
  totp: boolean;
  /** The number of the last live event at the time of this answer. */
  seq: number;
  companyId: number;
  preferences: Preferences;
  /** An owner of the box who is visiting another company for support. */
  isVisiting?: boolean;
  allTicket: "enabled" | "desabled";
  whatsappId: number | null;
  queueIds: number[];
  queues: { id: number; name: string; color: string }[];
  company: {
    id: number;
    name: string;
    /** `noDueDate` where the company has none. */ dueDate: string;
    timezone: string;
    /** The company may do nothing but pay. */ isOverdue: boolean;
    mode: Theme;
    primaryColor: string | null;
    /** The URL of the logo. */ mediaPath: string | null;
    plan: Plan;
    /** The current support visit. */ visit: { by: string; endsAt: string } | null;
    settings: { key: string; value: string }[];
  };
};

type SignInAnswer = { token: string; user: Me };

export const me = signal<Me | null>(null);
export const plan = signal<Plan | null>(null);

/** "unavailable" while the server is unreachable at the start. */
export const sessionState = signal<"restoring" | "unavailable" | "done">("restoring");

/** Requests live events, from a number on; `live.ts` follows it once it has loaded. */
export const liveWanted = signal<{ since?: number | Promise<number | undefined> } | null>(null);

/** The server's reason while `sessionState` is "unavailable", if it answers. */
export const unavailableReason = signal<ApiError | null>(null);

/** Days until the company's due date, 0 on the day itself. */
export const daysLeft = computed(() => {
  const due = me.value?.company.dueDate;
  return due
    ? Math.round((Date.parse(`${due}T00:00:00`) - new Date().setHours(0, 0, 0, 0)) / 86_400_000)
    : null;
});

/** The company must pay before it can continue. */
export const overdue = computed(() => me.value?.company.isOverdue ?? false);

/**
 * The company requires two-factor authentication and this user has not set it up. Everything else
 * is closed to them.
 */
export const totpSetupRequired = computed(
  () =>
    me.value !== null &&
    !me.value.totp &&
    me.value.company.settings.some(
      ({ key, value }) => key === "requireTotp" && value === "enabled",
    ),
);

export async function signIn(email: string, password: string, code?: string) {
  startSession(await api.post<SignInAnswer>("/auth/login", { email, password, code }));
}

/** Starts this browser's session from the answer of login or setup. */
export function startSession({ token, user }: SignInAnswer) {
  signInId = String(Math.random());
  localStorage.setItem("signInId", signInId);
  localStorage.setItem("token", token);
  setMe(user);
  sessionState.value = "done";
  if (!totpSetupRequired.peek()) liveWanted.value = { since: user.seq };
}

/** Reloads the user's own record. */
export async function refreshMe() {
  setMe(await api.get<Me>("/auth/me"));
}

export async function signOut() {
  // Stop first: the server closes the socket of an ended session, and the page would try to renew
  // it.
  liveWanted.value = null;
  await api.del("/auth/logout").catch(() => undefined);
  endSession();
}

/**
 * Clears the session and loads /login anew, so no data of this account stays in memory for the next
 * one.
 */
export function endSession(refused?: ApiError) {
  if (ending) return;
  liveWanted.value = null;
  clearStored();
  if (refused) keepSignOutReason(refused.code, refused.details);
  if (["/login", "/setup", "/signup", "/forgotten-password"].includes(location.pathname)) {
    me.value = null;
    sessionState.value = "done";
    return;
  }
  ending = true;
  location.replace("/login");
}

/**
 * Handles a sign-in of the account elsewhere. If another tab of this browser did it, its session is
 * shared, and a reload uses it.
 */
export function signedInElsewhere() {
  // A call that fails meanwhile must not replace this reason with a vaguer one.
  ending = true;
  liveWanted.value = null;
  if (localStorage.getItem("signInId") === signInId) {
    clearStored();
    keepSignOutReason("ERR_ELSEWHERE");
  }
  setTimeout(() => location.reload(), 1000);
}

// The sign-in page shows the reason and returns the user to their page.
function keepSignOutReason(error: string, details: Record<string, unknown> = {}) {
  sessionStorage.setItem("signOutReason", JSON.stringify({ error, details }));
  sessionStorage.setItem("returnTo", location.pathname + location.search);
}

function clearStored() {
  for (const key of ["token", "companyId", "userId", "companyDueDate", "cshow"])
    localStorage.removeItem(key);
}

/** Restores the stored session. Retries while the server is unreachable. */
export async function restore() {
  clearTimeout(retry);
  // The service worker stores a page for when the box does not answer. rules.md#app
  if (
    document.documentElement.dataset.stored !== undefined &&
    !(await (await import("./stored-page.ts")).confirmPage())
  )
    return markUnavailable(null);
  if (!localStorage.getItem("token")) {
    sessionState.value = "done";
    return;
  }
  const reading = api.get<Me>("/auth/me");
  // `restore` reports a failure.
  liveWanted.value = {
    since: reading.then(
      ({ seq }) => seq,
      () => undefined,
    ),
  };
  try {
    setMe(await reading);
    sessionState.value = "done";
  } catch (error) {
    if (!localStorage.getItem("token")) return;
    if (error instanceof ApiError && error.status >= 400 && error.status < 429) {
      endSession(error);
      return;
    }
    if (!(error instanceof ApiError && error === unavailableReason.peek())) markUnavailable(null);
  }
}

function markUnavailable(why: ApiError | null) {
  clearTimeout(retry);
  unavailableReason.value = why;
  sessionState.value = "unavailable";
  retry = setTimeout(() => void restore(), 3000);
}

let ending = false;
let retry: ReturnType<typeof setTimeout> | undefined;
let signInId = localStorage.getItem("signInId");

sessionHooks.renewed = (answer) => {
  const { token, user } = answer as SignInAnswer;
  localStorage.setItem("token", token);
  const before = me.peek();
  if (before && before.companyId !== user.companyId) {
    // The support visit began or ended: data of one company must not appear as the other's.
    ending = true;
    liveWanted.value = null;
    location.assign("/");
    return false;
  }
  setMe(user);
  return true;
};
on("visit", ({ visit }) => {
  const user = me.peek();
  if (user)
    me.value = { ...user, company: { ...user.company, visit: visit as Me["company"]["visit"] } };
});
sessionHooks.sessionEnded = endSession;
sessionHooks.shut = markUnavailable;
sessionHooks.totpSetupRequired = () => {
  if (!totpSetupRequired.peek()) void refreshMe().catch(() => undefined);
};

sessionHooks.overdue = () => {
  if (!overdue.peek()) void refreshMe().catch(() => undefined);
};
on("payment", () => void refreshMe().catch(() => undefined));

// Without access the server would refuse the socket again and again.
let wasRequired = false;
effect(() => {
  if (totpSetupRequired.value) liveWanted.value = null;
  else if (wasRequired && me.peek() && !ending) liveWanted.value = {};
  wasRequired = totpSetupRequired.value;
});

on("preferences", ({ preferences }) => {
  if (me.value) me.value = { ...me.value, preferences: preferences as Preferences };
});
on("settings", ({ setting }) => {
  const changed = setting as { key: string; value: string };
  const user = me.peek();
  if (user)
    me.value = {
      ...user,
      company: {
        ...user.company,
        settings: [...user.company.settings.filter(({ key }) => key !== changed.key), changed],
      },
    };
});
on("company", ({ company }) => {
  const user = me.peek();
  if (user)
    me.value = {
      ...user,
      company: { ...user.company, ...(company as Partial<Me["company"]>) },
    };
  if (me.value) setLook(me.value.company);
  if (me.value) void readPlan(me.value.companyId);
});
on("plan", () => {
  const user = me.peek();
  if (user) void readPlan(user.companyId);
});
on("user", ({ user: changed }) => {
  const user = me.peek();
  const fresh = changed as Partial<Me> | undefined;
  if (user && fresh?.id === user.id && fresh.name) me.value = { ...user, ...fresh };
});

window.addEventListener("storage", ({ key, newValue }) => {
  if (key === "token" && newValue === null && me.value) endSession();
  if (key === "signInId" && newValue !== signInId) location.reload();
});

/** Sets this user from an answer. */
export function setMe(user: Me) {
  sessionStorage.removeItem("signOutReason");
  localStorage.setItem("companyId", String(user.companyId));
  localStorage.setItem("userId", String(user.id));
  localStorage.setItem("companyDueDate", user.company.dueDate);
  me.value = user;
  setLook(user.company);
  setPlan(user.company.plan);
}

async function readPlan(companyId: number) {
  const answer = await api
    .get<{ plan: Plan }>(`/companies/listPlan/${companyId}`)
    .catch(() => null);
  if (answer) setPlan(answer.plan);
}

function setPlan(current: Plan) {
  plan.value = current;
  // Screens of other Whaticket builds read this key before they show campaigns.
  if (current.useCampaigns) localStorage.setItem("cshow", "true");
  else localStorage.removeItem("cshow");
}
