import { AnnouncementsMenu } from "./AnnouncementsMenu.tsx";
import { Account } from "./Account.tsx";
import { Bell } from "./Bell.tsx";
import { ChatsPopover } from "./ChatsPopover.tsx";
import { OrdersPopover } from "./OrdersPopover.tsx";
import { PaletteButton } from "./PaletteButton.tsx";

/** The tools of every page: search, bell, announcements, and the account. */
export function Tools({ rail = false }: { rail?: boolean }) {
  return (
    <div
      data-tools
      className={`border-line flex shrink-0 border-t ${rail ? "flex-col items-center gap-1 py-2" : "flex-col gap-1 p-3"}`}
    >
      {rail ? (
        <Account rail />
      ) : (
        <div className="flex items-center gap-1">
          <Account />
        </div>
      )}
      <span className={rail ? "order-first grid grid-cols-2" : "flex shrink-0 justify-between"}>
        <PaletteButton />
        <Bell />
        <ChatsPopover />
        <OrdersPopover />
        <AnnouncementsMenu />
      </span>
    </div>
  );
}
