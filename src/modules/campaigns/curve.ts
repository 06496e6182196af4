import { cachedUntilChange } from "../../kit/db/changes.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { CampaignReport, CampaignRow } from "./table.ts";

/** The most points of a curve. */
const curvePoints = 144;
const curveStep = 300_000;

type Point = { at: number; sent: number; delivered: number; read: number; answered: number };

// A curve of several weeks takes half the time of a report, so it is cached.
const cachedPoints = cachedUntilChange<Point[]>("curveChanged", [{ table: "campaignCurve" }], 20);

export function curve(
  { sqlite }: CompanyDb,
  { id, startedAt }: Pick<CampaignRow, "id" | "startedAt">,
): CampaignReport["curve"] {
  const points = cachedPoints(sqlite, String(id), () => pointsOf(sqlite, id));
  return points.map(({ at, ...counts }, index) => ({
    at: new Date(
      index === 0 ? Math.max(at * curveStep, startedAt?.getTime() ?? 0) : at * curveStep,
    ),
    ...counts,
  }));
}

function pointsOf(sqlite: CompanyDb["sqlite"], id: number): Point[] {
  const span = sqlite
    .query<{ first: number | null; last: number | null }, [number]>(
      "SELECT min(at) AS first, max(at) AS last FROM campaignCurve WHERE campaignId = ?",
    )
    .get(id)!;
  if (span.first === null || span.last === null) return [];
  const width = Math.ceil((span.last - span.first + 1) / curvePoints);
  return sqlite
    .query<Point, [number, number, number]>(
      "SELECT ?2 + (at - ?2) / ?3 * ?3 AS at, sum(sent) AS sent, sum(delivered) AS delivered, sum(read) AS read, sum(answered) AS answered FROM campaignCurve WHERE campaignId = ?1 GROUP BY (at - ?2) / ?3 ORDER BY 1",
    )
    .all(id, span.first, width);
}
