import { Store } from "lucide-react";

/** The header of a chat on the customer's phone, with the other side's name. */
export const ChatHeader = ({ shop, state }: { shop: string; state: string }) => (
  <header className="flex items-center gap-3 bg-[#0f5f57] px-4 py-2.5 text-white">
    <span aria-hidden className="grid size-9 shrink-0 bg-white/15 place-items-center rounded-full">
      <Store size={18} />
    </span>
    <div className="min-w-0">
      <h2 className="truncate font-semibold">{shop}</h2>
      <p className="text-xs opacity-90">{state}</p>
    </div>
  </header>
);
