/**
 * The price class of a message of ours, in a report at `at` (epoch ms); some reports have none.
 * `country`: of the receiver, as prices name it. rules.md#costs
 */
export type MessageBilling = {
  at: number;
  country?: string;
  pricing?: { category: string; type: string; billable: boolean };
};
