/** The people of a report that another campaign, a list or a tag may take. */
export const campaignPeople = [
  "all",
  "unread",
  "unanswered",
  "answered",
  "failed",
  "clicked",
  "ordered",
] as const;
export type CampaignPeople = (typeof campaignPeople)[number];
