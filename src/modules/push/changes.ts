import type { AuthContext } from "../../kit/http/auth-context.ts";
import type { PushMessage } from "../../shared/push.ts";
import { isQuiet } from "../../shared/quiet-hours.ts";
import * as settings from "../settings/settings.ts";
import { read } from "../users/preferences.ts";
import { bellItems, type BellItem } from "./bell-items.ts";
import { shownBy } from "./shown.ts";
import { stepOf } from "./step-of.ts";
import { textOf } from "./text-of.ts";
import type { Subscription } from "./table.ts";

/**
 * `messages`: to be sent. `silent`: noted as shown without a message, so that they never ring.
 * `forgotten`: tags of notifications that are over and were never sent.
 */
export type Changes = { messages: PushMessage[]; silent: BellItem[]; forgotten: string[] };

/**
 * The difference between a device and its user's bell: notifications to show, and those whose cause
 * is gone. In quiet hours nothing new is sent. rules.md#push
 */
export function changesFor(context: AuthContext, device: Subscription, boxName: string): Changes {
  const { control, db } = context;
  const before = shownBy(control, device.id);
  const { items, unread } = bellItems(context);
  const fresh = items.filter(
    ({ tag, stamp }) => !before.some((row) => row.tag === tag && row.stamp === stamp),
  );
  const over = before.filter(({ tag }) => !items.some((item) => item.tag === tag));
  const isHidden = settings.read(db, "pushHidesContent") === "enabled";
  const close = ({ tag }: { tag: string }): PushMessage => ({ do: "close", tag, unread });
  const show = ({ tag, stamp, about }: BellItem): PushMessage => ({
    do: "show",
    tag,
    stamp,
    kind: about.kind,
    ...textOf(about, device.language, { boxName, isHidden }),
    step: stepOf(context, about, device.language),
    unread,
  });
  const rings = !isQuietNow(context);
  return {
    messages: [
      ...over.filter(({ isSent }) => isSent).map(close),
      ...(rings ? fresh.map(show) : []),
    ],
    silent: rings ? [] : fresh,
    forgotten: over.filter(({ isSent }) => !isSent).map(({ tag }) => tag),
  };
}

function isQuietNow({ db, me }: AuthContext): boolean {
  const time = Temporal.Instant.fromEpochMilliseconds(db.now())
    .toZonedDateTimeISO(db.about().timezone)
    .toPlainTime();
  return isQuiet(read(db, me).pushQuiet, time.toString().slice(0, 5));
}
