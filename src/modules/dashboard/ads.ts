import type { CompanyDb } from "../../kit/db/company-db.ts";
import { amountOf } from "../../shared/money.ts";
import type { Ad } from "../messages/table.ts";
import type { Period } from "./period.ts";
import type { AdFigures, Ads } from "./table.ts";

/** The time after a click in which an order counts for the ad, in ms. rules.md#ad-figures */
const attribution = 30 * 86_400_000;

/** The most ads in the list, and the most people of each. */
const topAds = 50;
const topPeople = 100;

type Click = {
  at: number;
  contactId: number;
  name: string;
  uuid: string;
  ad: Ad;
  orders: number;
  cents: number;
};

/** The ads of a period with their customers and sales. rules.md#ad-figures */
export function ads(db: CompanyDb, { since, until, from, to }: Period): Ads {
  const clicks = clicksOf(db, since, until + attribution);
  attribute(db, clicks, since, until + attribution);
  const inPeriod = clicks.filter(({ at }) => at < until);
  const all = [...Map.groupBy(inPeriod, ({ ad }) => ad.sourceId || ad.sourceUrl || ad.title)];
  return {
    period: { from, to },
    totals: figuresOf(inPeriod),
    ads: all
      .toSorted(([, one], [, other]) => cents(other) - cents(one) || other.length - one.length)
      .slice(0, topAds)
      .map(([key, some]) => {
        const { sourceId, sourceUrl, title, text } = some.at(-1)!.ad;
        return {
          key,
          sourceId,
          sourceUrl,
          title,
          text,
          ...figuresOf(some),
          people: peopleOf(some),
        };
      }),
  };
}

const clicksOf = ({ sqlite }: CompanyDb, since: number, until: number): Click[] =>
  sqlite
    .query<Omit<Click, "ad" | "orders" | "cents"> & { referral: string }, [number, number]>(
      "SELECT m.createdAt AS at, m.contactId, c.name, t.uuid, m.referral FROM messages m JOIN contacts c ON c.id = m.contactId JOIN tickets t ON t.id = m.ticketId WHERE m.referral IS NOT NULL AND m.createdAt >= ? AND m.createdAt < ? ORDER BY m.createdAt",
    )
    .all(since, until)
    .map(({ referral, ...click }) => ({
      ...click,
      ad: JSON.parse(referral) as Ad,
      orders: 0,
      cents: 0,
    }));

/** Counts each order for its customer's last click before it. */
function attribute({ sqlite }: CompanyDb, clicks: Click[], since: number, until: number) {
  const byContact = Map.groupBy(clicks, ({ contactId }) => contactId);
  const orders = sqlite
    .query<{ contactId: number; emission: number; total: number }, [string, number, number]>(
      "SELECT contactId, emission, total FROM orders WHERE contactId IN (SELECT value FROM json_each(?)) AND emission >= ? AND emission < ? AND cancelledAt IS NULL",
    )
    .all(JSON.stringify([...byContact.keys()]), since, until);
  for (const { contactId, emission, total } of orders) {
    const click = byContact.get(contactId)!.findLast(({ at }) => at <= emission);
    if (!click || emission >= click.at + attribution) continue;
    click.orders += 1;
    click.cents += total;
  }
}

const cents = (clicks: Click[]) => clicks.reduce((sum, click) => sum + click.cents, 0);

const figuresOf = (clicks: Click[]): AdFigures => ({
  clicks: clicks.length,
  customers: new Set(clicks.map(({ contactId }) => contactId)).size,
  orders: clicks.reduce((sum, { orders }) => sum + orders, 0),
  total: amountOf(cents(clicks)),
});

const peopleOf = (clicks: Click[]) =>
  [...Map.groupBy(clicks, ({ contactId }) => contactId).values()]
    .toSorted((one, other) => cents(other) - cents(one) || other.at(-1)!.at - one.at(-1)!.at)
    .slice(0, topPeople)
    .map((theirs) => {
      const { contactId, name, uuid, at } = theirs.at(-1)!;
      const { orders, total } = figuresOf(theirs);
      return { contactId, name, uuid, at: new Date(at).toISOString(), orders, total };
    });
