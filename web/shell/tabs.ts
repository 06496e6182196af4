import { effect } from "@preact/signals-react";
import { ticketInView } from "./ticket-in-view.ts";

type InView = { tab: string; ticketId: number | null };
type Claim = { tab: string; at: number };

/** The lifetime of a tab's report, in ms; the tab repeats it at half of that. */
const trustedFor = 20_000;

/** The browser may run a hidden tab only once a minute. */
const claimLifetime = 90_000;

// Plain http pages have no randomUUID.
const tab = Math.random().toString(36).slice(2);
const inOtherTabs = new Map<string, { ticketId: number; at: number }>();
const elections = new Map<string, () => boolean>();

/** Whether a tab of this browser shows a ticket. */
export const isInView = (ticketId: number) =>
  ticketInView() === ticketId ||
  [...inOtherTabs.values()].some(
    (other) => other.ticketId === ticketId && Date.now() - other.at < trustedFor,
  );

/**
 * Tells the other tabs of this browser which ticket is in view, and receives theirs. Returns a
 * function that ends this.
 */
export function shareTicketInView() {
  const channel = new BroadcastChannel("ticketInView");
  const announce = (ticketId: number | null) =>
    channel.postMessage({ tab, ticketId } satisfies InView);
  channel.onmessage = ({ data }: MessageEvent<InView>) => {
    if (data.ticketId === null) inOtherTabs.delete(data.tab);
    else inOtherTabs.set(data.tab, { ticketId: data.ticketId, at: Date.now() });
  };
  const stop = effect(() => announce(ticketInView()));
  const again = setInterval(
    () => ticketInView() !== null && announce(ticketInView()),
    trustedFor / 2,
  );
  const leave = () => announce(null);
  window.addEventListener("pagehide", leave);
  return () => {
    stop();
    clearInterval(again);
    window.removeEventListener("pagehide", leave);
    leave();
    channel.close();
  };
}

/**
 * Takes part in the election of the one tab that does a task for this browser. The returned
 * function tells whether this tab does it.
 */
export function joinElection(task: string): () => boolean {
  const election = elections.get(task) ?? (navigator.locks ? byLock(task) : byClaim(task));
  elections.set(task, election);
  return election;
}

/** The first tab holds the lock until it closes. */
function byLock(task: string) {
  let mine = false;
  void navigator.locks.request(`task:${task}`, () => {
    mine = true;
    return new Promise(() => {});
  });
  return () => mine;
}

/**
 * Plain http pages, such as a shop's LAN address, have no locks. The first tab stores a claim and
 * renews it while it lives.
 */
function byClaim(task: string) {
  const key = `task:${task}`;
  const holder = () => {
    const claim = JSON.parse(localStorage.getItem(key) ?? "null") as Claim | null;
    return claim && Date.now() - claim.at < claimLifetime ? claim.tab : null;
  };
  const sign = () =>
    localStorage.setItem(key, JSON.stringify({ tab, at: Date.now() } satisfies Claim));
  const claim = () => {
    const now = holder();
    if (now === null || now === tab) sign();
  };
  claim();
  setInterval(claim, 5000);
  window.addEventListener(
    "storage",
    (event) => event.key === key && event.newValue === null && claim(),
  );
  window.addEventListener("pagehide", () => holder() === tab && localStorage.removeItem(key));
  window.addEventListener("pageshow", claim);
  return () => {
    claim();
    return holder() === tab;
  };
}
