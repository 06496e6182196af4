import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { daysLeft, startSession } from "../../session/session.ts";

type Session = Parameters<typeof startSession>[0];

/** A sign-up's answer: a session, or the address that is to be confirmed. */
export type SignedUp = Session | { email: string };

/** Signs in who made a company. */
export function begin(answer: Session) {
  startSession(answer);
  toast.success(t("signUp.done", { count: daysLeft.peek() ?? 0 }));
}
