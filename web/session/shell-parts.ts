import { effect } from "@preact/signals-react";
import type { ShellPart } from "../../src/shared/shell.ts";
import { api, ApiError } from "../kit/api.ts";
import { live } from "./live.ts";

/** The first call waits for the socket this long, in ms. */
const patience = 1000;

type Answer = Partial<Record<ShellPart, unknown>>;

let pending: { names: Set<ShellPart>; answer: Promise<Answer> } | undefined;

/**
 * Reads the data of a menu or notice that every page shows. Parts requested at the same moment
 * share one request. Throws `ApiError`, also for parts that this user may not read.
 */
export async function readPart<Part>(name: ShellPart): Promise<Part> {
  pending ??= ask();
  pending.names.add(name);
  const answer = await pending.answer;
  if (!(name in answer)) throw new ApiError(403, { error: "ERR_NO_PERMISSION" });
  return answer[name] as Part;
}

function ask() {
  const names = new Set<ShellPart>();
  const answer = untilConnected().then(() => {
    pending = undefined;
    return api.get<Answer>("/shell", { parts: JSON.stringify([...names]) });
  });
  return { names, answer };
}

/**
 * Waits for the socket. The server sends some events only once, so data read before the socket
 * connects would have to be read again.
 */
function untilConnected(): Promise<unknown> {
  if (live.state.peek() !== "connecting") return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = effect(() => void (live.state.value !== "connecting" && resolve()));
  return Promise.race([promise, new Promise((late) => setTimeout(late, patience))]).then(stop);
}
