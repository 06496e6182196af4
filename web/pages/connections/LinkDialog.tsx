import { useEffect } from "react";
import { Dialog } from "../../kit/Dialog.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { Linking } from "../../parts/linking/Linking.tsx";
import type { LinkableConnection } from "../../parts/linking/types.ts";

/**
 * Links a phone to a connection. Closes itself when the connection is up.
 * rules.md#connection-actions
 */
export function LinkDialog({
  connection,
  onClose,
}: {
  connection: LinkableConnection;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { name, status, qrcode } = connection;
  const linked = status === "CONNECTED" && !qrcode;

  useEffect(() => {
    if (!linked) return;
    toast.success(t("connections.link.done", { name }));
    onClose();
  }, [linked]);

  return (
    <Dialog title={t("connections.link.title", { name })} onClose={onClose} size="large">
      <Linking connection={connection} />
    </Dialog>
  );
}
