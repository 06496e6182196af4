-- Prices of messages on the official channel, from a day on, in millionths of the currency.
CREATE TABLE channelRates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  category TEXT NOT NULL,
  country TEXT NOT NULL, -- ISO 3166; * for those without a price of their own
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  validFrom TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (category, country, validFrom)
) STRICT;

-- The price class of each message, as the first report that has one names it. It costs once it is
-- delivered. A row outlives its message, since the month has cost what it has.
CREATE TABLE messagePrices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  whatsappId INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  messageId INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  shippingId INTEGER REFERENCES campaignShipping (id) ON DELETE SET NULL,
  campaignId INTEGER REFERENCES campaigns (id) ON DELETE SET NULL,
  category TEXT NOT NULL,
  type TEXT NOT NULL,
  isBillable INTEGER NOT NULL,
  country TEXT NOT NULL,
  deliveredAt INTEGER,
  day TEXT -- of the delivery, in the company's timezone
) STRICT;
CREATE UNIQUE INDEX messagePrices_message ON messagePrices (messageId) WHERE messageId IS NOT NULL;
CREATE UNIQUE INDEX messagePrices_shipping ON messagePrices (shippingId) WHERE shippingId IS NOT NULL;
CREATE INDEX messagePrices_campaign ON messagePrices (campaignId) WHERE campaignId IS NOT NULL;
CREATE INDEX messagePrices_connection ON messagePrices (whatsappId) WHERE whatsappId IS NOT NULL;
CREATE INDEX messagePrices_day ON messagePrices (day, whatsappId, category, country, isBillable) WHERE day IS NOT NULL;
