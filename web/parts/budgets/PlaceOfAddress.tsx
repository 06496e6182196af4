import { useSignals } from "@preact/signals-react/runtime";
import { MapPinCheck } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { thread } from "../../inbox/thread.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { type Coordinates, parseCoordinates } from "../../messages/locations.ts";
import type { Address } from "../contacts/types.ts";

/**
 * The coordinates of an address, for a fee by distance: sent by the customer, or pasted from a map.
 * rules.md#freight
 */
export function PlaceOfAddress({ address, ticketId }: { address: Address; ticketId: number }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const sent = thread(ticketId).messages.value.findLast(
    ({ fromMe, place }) => !fromMe && place !== null,
  )?.place;

  const keep = async ({ latitude, longitude }: Coordinates) => {
    try {
      await api.put(`/contactAddress/${address.id}`, { latitude, longitude });
    } catch (error) {
      toast.error(error);
    }
  };
  const keepTyped = () => {
    const typed = parseCoordinates(text);
    setWrong(typed === null);
    if (typed) void keep(typed);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey) return;
    event.preventDefault();
    keepTyped();
  };

  return (
    <div className="mt-1.5 flex flex-col items-start gap-1.5">
      {sent && (
        <button type="button" className="btn btn-sm" onClick={() => void keep(sent)}>
          <MapPinCheck size={16} aria-hidden />
          {t("budgets.place.sent")}
        </button>
      )}
      <div className="w-full">
        <label htmlFor={id} className="text-small text-muted mb-0.5 block">
          {t("budgets.place.label")}
        </label>
        <div className="flex gap-1.5">
          <input
            id={id}
            className={`input tabular ${wrong ? "input-error" : ""}`}
            placeholder="-23.55052, -46.63331"
            autoComplete="off"
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? `${id}-wrong` : undefined}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setWrong(false);
            }}
            onKeyDown={press}
          />
          <button type="button" className="btn" onClick={keepTyped}>
            {t("common.save")}
          </button>
        </div>
        {wrong && (
          <p id={`${id}-wrong`} role="alert" className="text-error text-small mt-1">
            {t("messages.place.invalid")}
          </p>
        )}
      </div>
    </div>
  );
}
