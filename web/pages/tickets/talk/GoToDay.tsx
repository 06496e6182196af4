import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { DateInput } from "../../../kit/DateInput.tsx";
import { localDay, useTranslation } from "../../../kit/text.ts";
import { isDate } from "../../../kit/date-checks.ts";
import { goToDay } from "../../../inbox/target-message.ts";

/** A day before any message. */
const beginning = "2000-01-01";

/** Asks for a day of the conversation, next to the pressed one. */
export function GoToDay({
  ticketId,
  at,
  opener,
  onClose,
}: {
  ticketId: number;
  at: string;
  opener: HTMLElement;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const panel = useRef<HTMLFormElement>(null);
  const [day, setDay] = useState(() => localDay(new Date(at)));
  const [place, setPlace] = useState({ left: -9999, top: 0 });

  useEffect(() => {
    const form = panel.current;
    if (!form) return;
    form.showPopover();
    const openerBox = opener.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = form;
    setPlace({
      left: Math.max(
        8,
        Math.min(innerWidth - width - 8, openerBox.left + openerBox.width / 2 - width / 2),
      ),
      top: Math.max(8, Math.min(innerHeight - height - 8, openerBox.bottom + 6)),
    });
    form.querySelector("input")?.focus({ preventScroll: true });
  }, [opener]);

  const go = (to: string) => {
    panel.current?.hidePopover();
    void goToDay(ticketId, to);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isDate(day)) go(day);
  };

  return (
    <form
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={t("messages.jump.label")}
      className="menu-panel"
      style={place}
      onToggle={(event) => event.newState === "closed" && onClose()}
      onSubmit={submit}
    >
      <div className="p-1.5">
        <label htmlFor={id} className="mb-1 block font-medium">
          {t("messages.jump.label")}
        </label>
        <div className="flex gap-2">
          <DateInput
            id={id}
            required
            max={localDay()}
            value={day}
            onChange={setDay}
            className="input input-sm h-9 w-40"
          />
          <button type="submit" className="btn btn-primary btn-sm h-9">
            {t("messages.jump.go")}
          </button>
        </div>
      </div>
      <button type="button" className="menu-item mt-1" onClick={() => go(beginning)}>
        {t("messages.jump.beginning")}
      </button>
    </form>
  );
}
