import type { Campaign } from "./types.ts";

/** The first list or the segment of a campaign, and how many more parts it adds. */
export function audienceName({ contactList, contactListIds, segment }: Campaign): string {
  const names = [contactList?.name, segment?.name].filter((name) => name != null);
  const more = contactListIds.length + (segment ? 1 : 0) - 1;
  return names.length === 0 ? "" : more > 0 ? `${names[0]} +${more}` : names[0]!;
}
