import type { Audience } from "./audience.ts";

/**
 * An event that was committed `at` (epoch ms). A socket sends `frame`, or `deleteFrame` to a user
 * who can no longer see the row.
 */
export type CommittedEvent = {
  seq: number;
  at: number;
  event: string;
  action: string;
  payload: object;
  frame: string;
  deleteFrame?: string;
  audience: Audience;
  audienceBefore?: Audience;
};

/** `text` is the stored payload: it is encoded once. */
export function withFrames(
  seq: number,
  at: number,
  event: string,
  action: string,
  payload: object,
  text: string,
) {
  const frame = `${JSON.stringify({ seq, event, action }).slice(0, -1)}${text === "{}" ? "" : ","}${text.slice(1)}`;
  return {
    seq,
    at,
    event,
    action,
    payload,
    frame,
    deleteFrame: deleteFrameOf(seq, event, payload as Record<string, { id?: number }>),
  };
}

// The id of a deleted row is named after its event; for records it is plain `id`. A message goes
// with its ticket.
function deleteFrameOf(
  seq: number,
  event: string,
  payload: Record<string, { id?: number } | undefined>,
): string | undefined {
  const gone = event === "appMessage" ? "ticket" : event;
  const id = payload[gone]?.id ?? payload.record?.id;
  if (id === undefined) return undefined;
  return JSON.stringify({
    seq,
    event: gone,
    action: "delete",
    [payload.record ? "id" : `${gone}Id`]: id,
  });
}
