import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { ApiError } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { ToastCard, toast } from "../../kit/Toast.tsx";
import { Side } from "./Side.tsx";

export function Dialogs() {
  useSignals();
  const [open, setOpen] = useState<"" | "dialog" | "confirm">("");
  return (
    <Side>
      <button type="button" className="btn" onClick={() => setOpen("dialog")}>
        dialog
      </button>
      <button type="button" className="btn" onClick={() => setOpen("confirm")}>
        confirm
      </button>
      {open === "dialog" && (
        <Dialog
          title="Novo atendimento"
          onClose={() => setOpen("")}
          footer={
            <button type="button" className="btn btn-primary">
              Abrir
            </button>
          }
        >
          <p>{"Conteúdo comprido. ".repeat(200)}</p>
        </Dialog>
      )}
      {open === "confirm" && (
        <Confirm
          title="Deseja realmente excluir este registro?"
          text="Encomenda"
          action="Excluir"
          onClose={() => setOpen("")}
          onConfirm={() => Promise.reject(new ApiError(409, { error: "ERR_CONFLICT" }))}
        />
      )}
    </Side>
  );
}

export function Toasts() {
  return (
    <div className="flex max-w-80 flex-col gap-2">
      {(["success", "info", "warning", "error"] as const).map((kind, index) => (
        <ToastCard
          key={kind}
          id={-index}
          kind={kind}
          text="Operação realizada com sucesso!"
          action={kind === "info" ? { label: "Desfazer", run: () => {} } : undefined}
        />
      ))}
      <Side>
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => toast.success("Operação realizada com sucesso!")}
        >
          success
        </button>
        <button
          type="button"
          className="btn btn-sm"
          onClick={() =>
            toast.error(new ApiError(500, { error: "ERR_STRANGE", requestId: "8f2c" }))
          }
        >
          error
        </button>
      </Side>
    </div>
  );
}
