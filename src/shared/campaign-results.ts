/** The figures of a campaign in the list. */
export type CampaignResult = {
  id: number;
  total: number;
  sent: number;
  read: number;
  answered: number;
  orders: number;
  /** Null for users who may not read orders. */
  revenue: string | null;
};
