-- A report's pages, its export and its search read a campaign's rows in the order in which they were made.
CREATE INDEX campaignShipping_campaign ON campaignShipping (campaignId);
