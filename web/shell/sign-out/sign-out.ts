import { pendingMessages } from "../../inbox/outbox.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import { signOut } from "../../session/session.ts";
import texts from "./texts.json";

addTexts(texts);

/** Signs out, and asks first where messages still wait. rules.md#signing-out */
export function requestSignOut() {
  const count = pendingMessages.peek().length;
  if (count === 0) return void signOut();
  toast.warning(t("leaving.waiting", { count }), {
    label: t("leaving.anyway"),
    run: () => void signOut(),
  });
}
