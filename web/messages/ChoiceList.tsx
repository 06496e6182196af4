import { List } from "lucide-react";
import { useState } from "react";
import { OrderNote } from "./charges/OrderNote.tsx";
import type { Choice, Interactive } from "../../src/shared/interactive.ts";

type Choosable = Extract<Interactive, { type: "buttons" | "list" }>;

type Props = {
  interactive: Interactive;
  /** The customer's phone taps; the desk only shows them. */
  onChoose?: (choice: Choice) => void;
};

const look =
  "border-base-content/15 text-primary flex w-full items-center justify-center gap-1.5 border-t px-2 py-1.5 text-center font-medium";

/** The part under a message as the customer's app shows it: buttons, a list, or a charge. */
export const ChoiceList = ({ interactive, onChoose }: Props) =>
  interactive.type === "payment" || interactive.type === "orderState" ? (
    <OrderNote interactive={interactive} look={look} />
  ) : (
    <Choices interactive={interactive} onChoose={onChoose} />
  );

function Choices({ interactive, onChoose }: Props & { interactive: Choosable }) {
  const isList = interactive.type === "list";
  const [isOpen, setOpen] = useState(!isList || onChoose === undefined);
  const choices =
    interactive.type === "buttons"
      ? interactive.buttons
      : interactive.sections.flatMap(({ rows }) => rows);
  return (
    <div data-choices={interactive.type} className="-mx-2.5 mt-1.5 -mb-1.5">
      {isList &&
        (onChoose ? (
          <button
            type="button"
            aria-expanded={isOpen}
            className={look}
            onClick={() => setOpen(!isOpen)}
          >
            <List size={16} aria-hidden />
            {interactive.button}
          </button>
        ) : (
          <p className={look}>
            <List size={16} aria-hidden />
            {interactive.button}
          </p>
        ))}
      {isOpen && (
        <ul>
          {choices.map((choice) => (
            <li key={choice.id}>
              {onChoose ? (
                <button type="button" className={look} onClick={() => onChoose(choice)}>
                  {choice.description ?? choice.title}
                </button>
              ) : (
                <p className={look}>{choice.description ?? choice.title}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
