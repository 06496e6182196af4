import type { CompanyDb } from "../kit/db/company-db.ts";
import type { SegmentRule } from "../shared/segments.ts";

const day = 86_400_000;

type Sale = { at: number; cents: number; productId: number };
/** A made-up customer, as the slow statement of a rule reads them. */
type Customer = {
  sales: Sale[];
  tags: number[];
  talkedAt: number | null;
  ad: string | null;
  rate: number | null;
  district: string | null;
  fields: Record<string, string>;
};

/**
 * Fills a company with customers by a fixed sequence, and returns those that a campaign can reach.
 * Products 1 to 3 are there; the first is of category 1.
 */
export function crowd(db: CompanyDb, size: number): Customer[] {
  const pick = sequence();
  const { sqlite } = db;
  const now = db.now();
  return db.write(() => {
    prepare(db);
    const people: Customer[] = [];
    for (let index = 0; index < size; index += 1) {
      const one = customerOf(pick, now);
      const isReachable = pick(20) > 0;
      const id = Number(
        sqlite
          .query(
            "INSERT INTO contacts (name, number, active, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)",
          )
          .run(
            ...[
              `Cliente ${index}`,
              `55118${String(index).padStart(8, "0")}`,
              Number(isReachable),
              now,
              now,
            ],
          ).lastInsertRowid,
      );
      store(db, id, one, now);
      if (isReachable) people.push(one);
    }
    return people;
  });
}

/** Whether a customer fits a rule, one condition after the other. */
export function slowly(rule: SegmentRule, one: Customer, now: number): boolean {
  if ("not" in rule) return !slowly(rule.not, one, now);
  if ("and" in rule) return rule.and.every((part) => slowly(part, one, now));
  if ("or" in rule) return rule.or.some((part) => slowly(part, one, now));
  const since = (days?: number | null) => (days ? now - days * day : 0);
  switch (rule.is) {
    case "bought":
      return one.sales.some(({ at }) => at >= since(rule.days));
    case "neverBought":
      return one.sales.length === 0;
    case "spent":
      return one.sales.reduce((sum, { cents }) => sum + cents, 0) > Number(rule.over) * 100;
    case "product":
      return one.sales.some((s) => s.productId === rule.productId && s.at >= since(rule.days));
    case "category":
      return one.sales.some((sale) => sale.productId === 1 && sale.at >= since(rule.days));
    case "tag":
      return one.tags.includes(rule.tagId);
    case "talked":
      return one.talkedAt !== null && one.talkedAt >= since(rule.days);
    case "rated":
      return one.rate !== null && one.rate >= rule.from && one.rate <= rule.to;
    case "birthday":
      return one.fields[rule.key]?.slice(3, 5) === new Date(now).toISOString().slice(5, 7);
    case "district":
      return one.district?.toLowerCase() === rule.name;
    case "ad":
      return one.ad !== null && (!rule.sourceId || one.ad === rule.sourceId);
    case "field": {
      const value = one.fields[rule.key];
      if (value === undefined || rule.test === "filled") return value !== undefined;
      if (rule.test === "equals") return value.toLowerCase() === rule.value;
      const own = rule.key === "pontos" ? Number(value) : value.split("/").toReversed().join("-");
      return rule.test === "from" ? own >= rule.value! : own <= rule.value!;
    }
  }
}

/** Numbers below a limit, the same in each run. */
function sequence() {
  let state = 7;
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

function customerOf(pick: (limit: number) => number, now: number): Customer {
  const padded = (value: number) => String(value).padStart(2, "0");
  return {
    sales: Array.from({ length: pick(4) }, () => ({
      at: now - pick(120) * day,
      cents: 1000 + pick(9000),
      productId: 1 + pick(3),
    })),
    tags: [1, 2].filter(() => pick(3) === 0),
    talkedAt: pick(2) ? now - pick(60) * day : null,
    ad: pick(4) === 0 ? String(5 + pick(5)) : null,
    rate: pick(3) === 0 ? 1 + pick(3) : null,
    district: pick(2) ? ["Centro", "Sé", "Moema"][pick(3)]! : null,
    fields: {
      ...(pick(2) && {
        aniversario: `${padded(1 + pick(28))}/${padded(1 + pick(12))}/${1970 + pick(40)}`,
      }),
      ...(pick(2) && { pontos: String(pick(100)) }),
      ...(pick(2) && { cidade: ["Campinas", "Santos"][pick(2)]! }),
    },
  };
}

function prepare({ sqlite }: CompanyDb) {
  const now = 1;
  for (const [key, type] of [
    ["aniversario", "date"],
    ["pontos", "number"],
    ["cidade", "text"],
  ] as const)
    sqlite
      .query(
        "INSERT INTO fieldDefinitions (key, label, type, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)",
      )
      .run(...[key, key, type, now, now]);
  sqlite.run("UPDATE contacts SET active = 0");
  sqlite.run("INSERT INTO categories (id, name, createdAt, updatedAt) VALUES (1, 'Pães', 1, 1)");
  sqlite.run("UPDATE products SET categoryId = 1 WHERE id = 1");
  for (const id of [1, 2])
    sqlite
      .query(
        "INSERT OR REPLACE INTO tags (id, name, color, createdAt, updatedAt) VALUES (?, ?, '#0f766e', 1, 1)",
      )
      .run(...[id, `Grupo ${id}`]);
}

function store({ sqlite }: CompanyDb, id: number, one: Customer, now: number) {
  for (const { at, cents, productId } of one.sales) {
    const order = sqlite
      .query(`INSERT INTO orders (number, statusId, emission, contactId, storeId, typeRoute, paymentId,
          subTotal, freight, discount, total, createdAt, updatedAt)
       VALUES ((SELECT coalesce(max(number), 0) + 1 FROM orders), 1, ?, ?, 1, 'RETIRADA', 1, ?, 0, 0, ?, ?, ?)`)
      .run(...[at, id, cents, cents, at, at]).lastInsertRowid;
    sqlite
      .query(
        `INSERT INTO orderItems (orderId, position, productId, name, amount, unitary,
          unitaryGross, discount, total)
          VALUES (?, 1, ?, 'Pão', 1000, ?, ?, 0, ?)`,
      )
      .run(...[order, productId, cents, cents, cents]);
  }
  for (const tagId of one.tags)
    sqlite.query("INSERT INTO contactTags (contactId, tagId) VALUES (?, ?)").run(...[id, tagId]);
  // A rating and an ad belong to a conversation, which may be long ago.
  const talkedAt = one.talkedAt ?? now - 900 * day;
  if (one.talkedAt !== null || one.ad !== null || one.rate !== null) {
    const ticket = sqlite
      .query(
        `INSERT INTO tickets (uuid, status, contactId, lastMessageAt, referral, createdAt, updatedAt)
          VALUES (?, 'closed', ?, ?, ?, ?, ?)`,
      )
      .run(
        ...[`t${id}`, id, talkedAt, one.ad && JSON.stringify({ sourceId: one.ad }), talkedAt, now],
      ).lastInsertRowid;
    if (one.rate !== null)
      sqlite
        .query("INSERT INTO userRatings (ticketId, rate, createdAt) VALUES (?, ?, ?)")
        .run(...[ticket, one.rate, now]);
  }
  if (one.district !== null)
    sqlite
      .query(
        `INSERT INTO contactAddresses (contactId, type, zipCode, address, number, 
          neighborhood, city, state, createdAt, updatedAt)
          VALUES (?, 'Casa', '01001000', 'Rua', '1', ?, 'São Paulo', 'SP', 1, 1)`,
      )
      .run(...[id, one.district]);
  for (const [name, value] of Object.entries(one.fields))
    sqlite
      .query("INSERT INTO contactFields (contactId, name, value) VALUES (?, ?, ?)")
      .run(...[id, name, value]);
}
