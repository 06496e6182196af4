import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { ConfirmDiscard } from "./ConfirmDiscard.tsx";

/** Asks before the user loses changes by a link, the browser's Back, or closing the tab. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const [leaving, setLeaving] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: NavigateEvent) => {
      const { destination, navigationType } = event;
      const { pathname, search } = new URL(destination.url);
      if (!event.cancelable || !destination.sameDocument || pathname === location.pathname) return;
      event.preventDefault();
      setLeaving(() => () => {
        window.removeEventListener("beforeunload", warn);
        window.navigation?.removeEventListener("navigate", hold);
        if (navigationType === "traverse") window.navigation.traverseTo(destination.key);
        else navigate(pathname + search, { replace: navigationType === "replace" });
      });
    };
    window.addEventListener("beforeunload", warn);
    // Browsers without the Navigation API still ask when the tab closes.
    window.navigation?.addEventListener("navigate", hold);
    return () => {
      window.removeEventListener("beforeunload", warn);
      window.navigation?.removeEventListener("navigate", hold);
    };
  }, [dirty]);

  if (!leaving) return null;
  return <ConfirmDiscard onConfirm={leaving} onClose={() => setLeaving(null)} />;
}
