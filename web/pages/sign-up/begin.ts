import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { daysLeft, startSession } from "../../session/session.ts";

type Session = Parameters<typeof startSession>[0];

/** The answer to a sign-up: a session, or the address to confirm. */
export type SignedUp = Session | { email: string };

/** Signs in the admin of the new company. */
export function begin(answer: Session) {
  startSession(answer);
  toast.success(t("signUp.done", { count: daysLeft.peek() ?? 0 }));
}
