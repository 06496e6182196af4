import { useEffect, useState } from "react";
import { shopPath, type ShopObstacle } from "../../../src/shared/shop.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { api } from "../../kit/api.ts";
import { copy } from "../../kit/copy.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Printout } from "../../kit/Printout.tsx";
import { QrCode } from "../../kit/QrCode.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { time, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { Warning } from "../../parts/Warning.tsx";
import { pauseItems, pausedUntil } from "./shop-pause.ts";
import type { Store } from "./types.ts";

type State = { slug: string | null; url: string | null; obstacles: ShopObstacle[] };
type Props = { store: Store; onClose: () => void };

/** A store's page for customers: whether it is open, and its link. rules.md#shop */
export function ShopDialog({ store, onClose }: Props) {
  const { t } = useTranslation();
  const [state, setState] = useState<State | undefined>(undefined);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    setFailed(null);
    api.get<State>("/shop/state").then(setState, setFailed);
  };
  useEffect(read, []);
  if (state) return <ShopForm store={store} state={state} onClose={onClose} />;
  return (
    <Dialog title={t("shop.title", { name: store.name })} onClose={onClose}>
      {failed ? (
        <LoadError error={failed} title={t("shop.failed")} onRetry={read} />
      ) : (
        <Delayed>
          <Skeleton className="h-72 w-full" />
        </Delayed>
      )}
    </Dialog>
  );
}

export function ShopForm({ store, state, onClose }: Props & { state: State }) {
  const { t } = useTranslation();
  const fields = fieldsOf(t, store.windowPausedUntil);
  const [values] = useState(() => ({
    ...toFormValues(fields, store),
    pause: store.windowPausedUntil ? "same" : "none",
  }));
  const edit = useEdit(store, () => bodyOf(fields, values));
  const save = async (typed: FormValues) => {
    await saveEdit("/stores", edit, bodyOf(fields, typed));
    toast.success(t("common.updated"));
  };
  return (
    <RowDialog
      title={t("shop.title", { name: store.name })}
      listing={{ fields }}
      values={values}
      onSave={save}
      onClose={onClose}
    >
      {state.obstacles.length > 0 ? (
        <div className="mb-4 flex flex-col gap-1.5">
          <p>{t("shop.obstacles")}</p>
          {state.obstacles.map((one) => (
            <Warning key={one}>{t(`shop.obstacle.${one}`)}</Warning>
          ))}
        </div>
      ) : (
        <ShopLink url={`${state.url}${shopPath(state.slug!, store.id)}`} name={store.name} />
      )}
    </RowDialog>
  );
}

/** The address of the page, as a text to copy and as a code to print. */
function ShopLink({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation();
  const [prints, setPrints] = useState(false);
  const copyUrl = async () => {
    if (await copy(url)) toast.success(t("shop.copied"));
  };
  return (
    <div className="border-line mb-4 flex flex-col gap-3 border-t pt-4">
      <a href={url} target="_blank" rel="noreferrer" className="link text-small break-all">
        {url}
      </a>
      <QrCode text={url} label={t("shop.code")} small />
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm" onClick={() => void copyUrl()}>
          {t("shop.copy")}
        </button>
        <button type="button" className="btn btn-sm" onClick={() => setPrints(true)}>
          {t("shop.print")}
        </button>
      </div>
      {prints && (
        <Printout paper="a4" onDone={() => setPrints(false)}>
          <h1 className="mb-6 text-2xl font-semibold">{name}</h1>
          <QrCode text={url} label={t("shop.code")} />
        </Printout>
      )}
    </div>
  );
}

function bodyOf(fields: Field[], values: FormValues) {
  const { pause, minimumOrder, ...body } = toRequestBody(fields, values);
  return {
    ...body,
    minimumOrder: minimumOrder || "0.00",
    ...(pause !== "same" && { windowPausedUntil: pausedUntil(String(pause), new Date()) }),
  };
}

const fieldsOf = (t: ReturnType<typeof useTranslation>["t"], until: string | null): Field[] => [
  { name: "windowOpen", label: "shop.open", hint: "shop.openHint", type: "switch" },
  {
    name: "pause",
    label: "shop.pause",
    hint: "shop.pauseHint",
    type: "select",
    required: true,
    items: [
      ...(until ? [{ value: "same", label: t("shop.pausedUntil", { time: time(until) }) }] : []),
      ...pauseItems.map((value) => ({ value, label: t(`shop.pauses.${value}`) })),
    ],
  },
  { name: "minimumOrder", label: "shop.minimum", hint: "shop.minimumHint", type: "money" },
];
