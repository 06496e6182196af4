import { ExternalLink, LocateFixed } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Dialog } from "../../../kit/Dialog.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { draftOf, setDraft } from "../../../inbox/draft.ts";
import { parseCoordinates, mapUrl, coordinatesText } from "../../../messages/locations.ts";
import type { Ticket } from "../../../types.ts";
import { sendContent } from "./undo.ts";

type State = "idle" | "finding" | "denied" | "unknown" | "invalid";

/** Sends a location: that of this device, or one pasted from a map. */
export function ShareLocation({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState("");
  const [state, setState] = useState<State>("idle");
  const at = parseCoordinates(text);
  // Browsers give their location only over https, or on their own machine.
  const canLocate = window.isSecureContext && "geolocation" in navigator;

  const find = () => {
    setState("finding");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setText(coordinatesText(coords));
        setState("idle");
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? "denied" : "unknown"),
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!at) return setState("invalid");
    const { text: typed, quotedMsg } = draftOf(ticket.id).peek();
    sendContent(ticket.id, [{ place: at, quotedMsg }]);
    // The location used the draft's quote. A draft with text keeps it all the same.
    if (!typed) setDraft(ticket.id, { quotedMsg: null });
    onClose();
  };

  const problem =
    state === "denied" || state === "unknown" || state === "invalid"
      ? t(`messages.place.${state}`)
      : "";
  return (
    <Dialog
      title={t("messages.place.title", { name: ticket.contact.name })}
      onClose={onClose}
      size="small"
      footer={<DialogActions onCancel={onClose} action={t("messages.send")} form={id} />}
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={send}>
        {canLocate && (
          <button
            type="button"
            className="btn self-start"
            disabled={state === "finding"}
            onClick={find}
          >
            {state === "finding" ? (
              <span aria-hidden className="loading loading-spinner loading-sm" />
            ) : (
              <LocateFixed size={18} aria-hidden />
            )}
            {t(state === "finding" ? "messages.place.finding" : "messages.place.here")}
          </button>
        )}
        <div>
          <label htmlFor={`${id}-at`} className="mb-1 block font-medium">
            {t("messages.place.coordinates")}
          </label>
          <input
            id={`${id}-at`}
            data-autofocus
            className={`input tabular ${problem ? "input-error" : ""}`}
            value={text}
            placeholder="-23.55052, -46.63331"
            autoComplete="off"
            aria-invalid={problem !== "" || undefined}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => {
              setText(target.value);
              setState("idle");
            }}
          />
          <p
            id={`${id}-hint`}
            role="status"
            className={`text-small mt-1 ${problem ? "text-error" : "text-muted"}`}
          >
            {problem || t("messages.place.hint")}
          </p>
        </div>
        {at && (
          <a
            href={mapUrl(at)}
            target="_blank"
            rel="noopener noreferrer"
            className="link link-primary inline-flex items-center gap-1.5 self-start font-medium"
          >
            {t("messages.place.check")}
            <ExternalLink size={15} aria-hidden />
          </a>
        )}
      </form>
    </Dialog>
  );
}
