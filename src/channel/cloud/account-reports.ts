import type { ChannelRestriction, Identifier } from "../channel.ts";
import type { StatusReason } from "../../shared/states.ts";
import { instant, isObject, line, list } from "../wire-values.ts";
import { identifiersIn } from "./people.ts";

type Raw = Record<string, unknown>;

export type AccountReport =
  | { what: "restriction"; restriction: ChannelRestriction | null }
  | { what: "down"; reason: StatusReason }
  | { what: "back" };

/** The meaning of an account's update; undefined where it concerns no connection. */
export function accountReportOf(update: Raw): AccountReport | undefined {
  switch (update.event) {
    case "ACCOUNT_DELETED":
    case "PARTNER_REMOVED":
      return { what: "down", reason: "loggedOut" };
    case "DISABLED_UPDATE": {
      const ban = isObject(update.ban_info) ? line(update.ban_info.waba_ban_state) : "";
      if (ban === "REINSTATE") return { what: "back" };
      return ban === "DISABLE" ? { what: "down", reason: "banned" } : undefined;
    }
    case "ACCOUNT_RESTRICTION":
      return { what: "restriction", restriction: restrictionIn(update.restriction_info) };
    default:
      return undefined;
  }
}

/** The restriction on messages that the shop begins; other kinds concern no message. */
function restrictionIn(info: unknown): ChannelRestriction | null {
  const limit = list(info).find(
    ({ restriction_type }) => restriction_type === "RESTRICTED_BIZ_INITIATED_MESSAGING",
  );
  if (!limit) return null;
  return {
    kind: "reachout",
    until: momentOf(limit.expiration) || null,
    used: null,
    of: null,
  };
}

/** A time that is written as seconds since 1970 or as a date, as epoch ms. */
const momentOf = (value: unknown) => instant(value) || Date.parse(line(value)) || 0;

/** A person's choice about marketing; undefined for other kinds of choices. */
export function preferenceOf(
  preference: Raw,
): { who: Identifier[]; takesMarketing: boolean } | undefined {
  const { wa_id, user_id, category, value } = preference;
  const who = identifiersIn({ phone: wa_id, userId: user_id });
  if (category !== "marketing_messages" || who.length === 0) return undefined;
  return value === "stop" || value === "resume"
    ? { who, takesMarketing: value === "resume" }
    : undefined;
}

/** The fields that a connection asks of its number. */
export const numberFields =
  "display_phone_number,verified_name,quality_rating,messaging_limit_tier,platform_type";

/** The size of the daily audience and the grade, as far as they are given. */
export const limitOf = ({ messaging_limit_tier, quality_rating }: Raw) => ({
  tier: line(messaging_limit_tier).slice(0, 40) || null,
  quality: line(quality_rating).slice(0, 40) || null,
});
