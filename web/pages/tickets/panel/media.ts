import { useEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { api } from "../../../kit/api.ts";
import { toast } from "../../../kit/Toast.tsx";
import { live } from "../../../session/live.ts";
import type { Message, Ticket } from "../../../types.ts";
import { usePages } from "../../../lists/use-pages.ts";
import { isPanelOverlayOpen } from "../../../inbox/panel-state.ts";

export const mediaKinds = ["image", "application", "audio"] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Media in a contact's tickets that the user may see, newest first. `image` includes videos. */
export function useMediaOf(contactId: number, kind: MediaKind) {
  const pages = usePages<Message>(async (loaded) => {
    const { messages, hasMore } = await api.get<{ messages: Message[]; hasMore: boolean }>(
      `/contacts/${contactId}/media`,
      { kind, beforeId: loaded.at(-1)?.id },
    );
    return { rows: messages, hasMore };
  });
  const { setRows } = pages;

  useEffect(
    () =>
      live.on("appMessage", (frame) => {
        const message = frame.message as Message | undefined;
        const gone = message ? message.isDeleted : true;
        const id = message?.id ?? Number(frame.messageId);
        const fits =
          message?.mediaUrl &&
          (frame.ticket as Ticket | undefined)?.contactId === contactId &&
          kindOf(message) === kind;
        setRows((loaded) => {
          if (gone) return loaded.filter((row) => row.id !== id);
          if (loaded.some((row) => row.id === id)) return loaded;
          return fits ? [message, ...loaded].sort((one, other) => other.id - one.id) : loaded;
        });
      }),
    [contactId, kind, setRows],
  );

  return pages;
}

/** Opens a message in its conversation. */
export async function goToMessage(message: Message, ticket: Ticket) {
  try {
    const { uuid } =
      message.ticketId === ticket.id
        ? ticket
        : await api.get<Ticket>(`/tickets/${message.ticketId}`);
    isPanelOverlayOpen.value = false;
    navigate(`/tickets/${uuid}?message=${message.id}`);
  } catch (error) {
    toast.error(error);
  }
}

const kindOf = ({ mediaType }: Message) => (mediaType === "video" ? "image" : mediaType);
