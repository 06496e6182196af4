/** A customer's message, for a bot to answer. */
export type Turn = {
  text: string;
  /** The first turn of this conversation with the bot. */
  begins: boolean;
  /** The session of the last answer. */
  session: BotSession | null;
  who: { name: string; firstName: string; number: string };
  ticketId: number;
  /** Further facts, for flows. */
  raw: TurnContext;
  audio?: { bytes: Uint8Array; type: string };
};

/**
 * The facts of a turn as the box's own API shows them, none of them secret. `raw` is the message as
 * its network brought it.
 */
export type TurnContext = {
  ticket: object;
  contact: object;
  message: { id: number | string };
  connection: object;
  company: { id: number; name?: string };
  raw: object | null;
};

/**
 * A bot's memory of a talk between turns: JSON of at most 4 kB. `at`: its last turn, in epoch ms.
 */
export type BotSession = { id: string; at: number };

/** A bot's answer: all of `replies` is sent first, then all of `does` is done, each in its order. */
export type BotAnswer = { replies: BotReply[]; session: BotSession | null; does: BotAction[] };

/** `later`: so many ms after the one before. A file's text is its caption. */
export type BotReply =
  | { text: string; later: number }
  | { file: { bytes: Uint8Array; name: string }; text: string; later: number };

export type BotAction =
  /** People take over. */
  | { do: "human" }
  | { do: "queue"; queueId: number; userId?: number }
  | { do: "close" }
  /** The menu of queues is sent. */
  | { do: "menu" }
  /** A note beside the ticket, for the desk. */
  | { do: "note"; text: string };
