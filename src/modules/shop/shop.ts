import { and, eq, sql, type SQL } from "drizzle-orm";
import type { CompanyDb, Control } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { notFound } from "../../kit/db/page.ts";
import { isHttps } from "../../kit/http/request.ts";
import { hoursAt, nextOpening } from "../../shared/hours.ts";
import type { PrimaryColor } from "../../shared/companies.ts";
import { companyOfCode, type ShopObstacle } from "../../shared/shop.ts";
import { readBox, readPublicUrl, type Box } from "../box/box.ts";
import { stoppedBecause } from "../companies/standing.ts";
import { companies, plans, type Company, type Plan } from "../companies/table.ts";
import { connections } from "../connections/table.ts";
import * as hours from "../hours/hours.ts";
import { stores } from "../stores/table.ts";
import type { BoxTls } from "../trust/table.ts";
import type { ShopStore } from "./table.ts";

/** The services that tell whether strangers may see a shop. */
export type ShopDoor = { dbs: CompanyDbs; box: Box; tls: Pick<BoxTls, "mode"> };

/** A company whose shop strangers see. `number` is the WhatsApp number of its orders. */
export type Shop = {
  db: CompanyDb;
  name: string;
  slug: string;
  number: string;
  look: PrimaryColor | null;
};

type StoreRow = typeof stores.$inferSelect;

/** The shop of an address. Throws missing for each reason alike, so that nobody can guess. */
export const shopOf = (door: ShopDoor, slug: string): Shop =>
  shopIf(door, eq(companies.slug, slug));

/** The shop of a cart's code. Throws missing. */
export const shopOfCode = (door: ShopDoor, code: string): Shop =>
  shopIf(door, eq(companies.id, companyOfCode(code) ?? 0));

function shopIf({ dbs, box, tls }: ShopDoor, isIt: SQL): Shop {
  const row = companyIf(dbs.control, isIt);
  if (!row?.company.slug || obstacleOfBox(box, tls) || !sellsOnline(row.plan)) throw noShop();
  if (stoppedBecause(dbs.control, row.company)) throw noShop();
  const db = dbs.open(row.company.id);
  const number = numberOf(db);
  if (!number) throw noShop();
  const { name, slug, primaryColor } = row.company;
  return { db, name, slug, number, look: primaryColor };
}

/** The reasons why a company's shop can't be shown. rules.md#shop */
export function obstaclesOf(
  { dbs, box, tls }: ShopDoor,
  db: CompanyDb,
  plan: OnlinePlan,
): { slug: string | null; url: string | null; obstacles: ShopObstacle[] } {
  const { slug } = dbs.control
    .select({ slug: companies.slug })
    .from(companies)
    .where(eq(companies.id, db.company))
    .get()!;
  const ofBox = obstacleOfBox(box, tls);
  const obstacles: (ShopObstacle | false | undefined)[] = [
    ofBox,
    !sellsOnline(plan) && "plan",
    !slug && "slug",
    !numberOf(db) && "connection",
  ];
  return {
    slug,
    url: readPublicUrl(box),
    obstacles: obstacles.filter((one) => typeof one === "string"),
  };
}

/** The stores that strangers see, by name. */
export const openStores = (db: CompanyDb): ShopStore[] =>
  db
    .select()
    .from(stores)
    .where(isShown)
    .orderBy(stores.name)
    .all()
    .map((row) => shopStore(db, row));

/** Throws missing. */
export function findStore(db: CompanyDb, id: number): ShopStore {
  const row = db
    .select()
    .from(stores)
    .where(and(eq(stores.id, id), isShown))
    .get();
  if (!row) throw noShop();
  return shopStore(db, row);
}

const isShown = and(eq(stores.isActive, true), eq(stores.windowOpen, true));

function shopStore(db: CompanyDb, row: StoreRow): ShopStore {
  const { id, name, address, number, neighborhood, city, state, zipCode } = row;
  const closing = hours.closing(db);
  const week = row.schedules.length > 0 ? row.schedules : closing.schedules;
  const times = { week, holidays: closing.holidays, timezone: db.about().timezone };
  const isTimed = week.length > 0 || closing.holidays.length > 0;
  const isOpen = !isTimed || hoursAt(times, db.now()).open;
  const opensAt = isOpen ? undefined : nextOpening(times, db.now());
  const paused = row.windowPausedUntil;
  return {
    id,
    name,
    address,
    number,
    neighborhood,
    city,
    state,
    zipCode,
    isOpen,
    opensAt: opensAt === undefined ? null : new Date(opensAt),
    pausedUntil: paused && paused.getTime() > db.now() ? paused : null,
    prepMinutes: row.prepMinutes,
    slotMinutes: row.slotMinutes,
    minimumOrder: row.minimumOrder,
  };
}

function obstacleOfBox(box: Box, tls: Pick<BoxTls, "mode">): ShopObstacle | undefined {
  const { publicPages, publicUrl } = readBox(box);
  if (!publicPages) return "notOpened";
  // Phones of strangers do not trust the box's own authority.
  return isHttps(publicUrl ?? undefined) && tls.mode !== "local" ? undefined : "noAddress";
}

type OnlinePlan = Pick<Plan, "useSales" | "useEcommerce">;

const sellsOnline = ({ useSales, useEcommerce }: OnlinePlan) => useSales && useEcommerce;

const companyIf = (control: Control, isIt: SQL): { company: Company; plan: Plan } | undefined =>
  control
    .select({ company: companies, plan: plans })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(isIt)
    .get();

/** The number of the default connection, else of the first one that has a number. */
const numberOf = (db: CompanyDb): string | undefined =>
  db
    .select({ number: connections.number })
    .from(connections)
    .where(sql`${connections.number} <> ''`)
    .orderBy(sql`${connections.isDefault} DESC`, connections.id)
    .limit(1)
    .get()?.number;

export const noShop = () => notFound("Esta loja não está aberta ao público");
