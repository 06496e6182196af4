import { useEffect, useState } from "react";
import { api } from "../../kit/api.ts";
import { copy } from "../../kit/copy.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { owedOf } from "./receive.ts";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

export async function copyPix(code: string) {
  if (await copy(code)) toast.success(t("orders.receive.pixCopied"));
}

type Code = { text: string; value: string; isByItself: boolean };

/** The code of the account's charge, or of the store's key. */
export function usePixCode(order: FullOrder) {
  const { id, pixCode, pixGateway } = order;
  const owed = owedOf(order);
  const ofKey = pixCode === null ? null : { text: pixCode, value: owed, isByItself: false };
  const [code, setCode] = useState<Code | null>(pixGateway ? null : ofKey);
  const [failed, setFailed] = useState<unknown>(null);
  const ask = () => {
    setFailed(null);
    api
      .post<{ code: string; value: string }>(`/orders/${id}/pix`)
      .then(({ code: text, value }) => setCode({ text, value, isByItself: true }), setFailed);
  };
  // The code that is on screen stays: the customer may be scanning it.
  useEffect(() => {
    if (pixGateway) ask();
  }, [id, pixGateway]);
  return { code, failed, retry: ask, useKey: () => setCode(ofKey) };
}
