import { MessageSquareText } from "lucide-react";

type Item = {
  note: string;
  options: { name: string; amount: number }[];
  kit: { name: string; amount: number }[] | null;
};

/** The chosen options of an item, the parts of a kit, and the customer's wish. */
export function ItemWishes({ item: { note, options, kit } }: { item: Item }) {
  const named = [...options, ...(kit ?? [])].map(countedName);
  return (
    <>
      {named.length > 0 && (
        <span className="text-muted text-small block break-words">{named.join(", ")}</span>
      )}
      {note !== "" && (
        <span className="text-small flex items-start gap-1 font-medium break-words">
          <MessageSquareText size={14} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0">{note}</span>
        </span>
      )}
    </>
  );
}

/** An option or a part with its amount, where it is not one. */
export const countedName = ({ name, amount }: { name: string; amount: number }) =>
  amount === 1 ? name : `${amount}\u00a0× ${name}`;
