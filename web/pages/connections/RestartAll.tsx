import { Confirm } from "../../kit/Confirm.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { restartAll } from "../../parts/linking/connection-calls.ts";
import { isLinked, type LinkableConnection } from "../../parts/linking/types.ts";

/** Confirms the restart of all linked connections, and names those that it leaves alone. */
export function RestartAll({
  connectionRows,
  onClose,
}: {
  connectionRows: LinkableConnection[];
  onClose: () => void;
}) {
  const { t, tag } = useTranslation();
  const count = connectionRows.filter(isLinked).length;
  const others = connectionRows
    .filter((connection) => !isLinked(connection))
    .map(({ name }) => `“${name}”`);
  const stay =
    others.length > 0
      ? t("connections.restartStays", {
          count: others.length,
          names: new Intl.ListFormat(tag).format(others),
        })
      : "";
  return (
    <Confirm
      title={t("connections.restartQuestion")}
      text={`${t("connections.restartText", { count })} ${stay}`.trim()}
      action={t("connections.restartAll")}
      danger={false}
      onClose={onClose}
      onConfirm={async () => {
        await restartAll();
        toast.success(t("connections.restarting", { count }));
      }}
    />
  );
}
