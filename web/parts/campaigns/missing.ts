import type { Campaign } from "./types.ts";
import { type Kind, type Variants, writtenVariants } from "./variants.ts";

/** The parts that a campaign lacks to start. */
export function missing(campaign: Campaign) {
  const lacks = (kind: Kind) => writtenVariants(campaign as unknown as Variants, kind).length === 0;
  const needed = {
    contactList: !campaign.contactListId && !campaign.tagListId && !campaign.segmentId,
    whatsapp: !campaign.whatsappId,
    text: lacks("message"),
    question: campaign.confirmation && lacks("confirmationMessage"),
  };
  return (Object.keys(needed) as (keyof typeof needed)[]).filter((part) => needed[part]);
}
