import { pendingMessages } from "../../inbox/outbox.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { signOut } from "../../session/session.ts";
import { isAskingSignOut } from "./sign-out.ts";
import texts from "./texts.json";

addTexts(texts);

/** Says that messages wait on this device, before the user signs out. */
export function SignOutQuestion() {
  const { t } = useTranslation();
  return (
    <Confirm
      title={t("leaving.title", { count: pendingMessages.peek().length })}
      text={t("leaving.text")}
      action={t("menu.signOut")}
      onConfirm={signOut}
      onClose={() => (isAskingSignOut.value = false)}
    />
  );
}
