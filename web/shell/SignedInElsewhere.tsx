import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { Dialog } from "../kit/Dialog.tsx";
import { useTranslation } from "../kit/text.ts";
import { live } from "../session/live.ts";
import { signedInElsewhere, me } from "../session/session.ts";

const isElsewhere = signal(false);

/** The account signed in on another computer; this browser signs out after a second. */
export function SignedInElsewhere() {
  useSignals();
  const { t } = useTranslation();
  useEffect(
    () =>
      live.on("auth", ({ user }) => {
        if ((user as { id?: number } | undefined)?.id !== me.value?.id) return;
        isElsewhere.value = true;
        signedInElsewhere();
      }),
    [],
  );
  if (!isElsewhere.value) return null;
  return (
    <Dialog title={t("auth.elsewhereTitle")} role="alertdialog" size="small" onClose={() => {}}>
      <p>{t("auth.elsewhere")}</p>
    </Dialog>
  );
}
