import { log, trace } from "../kit/process/log.ts";

/** Runs on until a signal comes, then stops within 25 s; a second signal ends at once. */
export function untilStopped({ stop }: { stop(): Promise<void> }) {
  let stopping = false;
  // A promise that a connection's library loses is that connection's trouble: the box goes on for
  // everyone else.
  for (const stray of ["unhandledRejection", "uncaughtException"] as const)
    process.on(stray, (thrown: unknown) => log("error", stray, trace(thrown)));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), 25_000).unref();
      void stop().then(() => process.exit(0));
    });
  }
}
