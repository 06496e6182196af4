import { useState } from "react";
import { toast } from "./Toast.tsx";

/** Whether work is running, and a function that runs it. A failure appears in a toast. */
export function useBusy(): [busy: boolean, run: (work: () => unknown) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => unknown) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return [busy, run];
}
