import { failureIn, momentIn } from "../../../src/shared/health.ts";
import { dateTime, type useTranslation } from "../../kit/text.ts";

/** Writes a finding in the reader's language and time. */
export const valueText = (value: string, t: ReturnType<typeof useTranslation>["t"]): string =>
  value
    .replaceAll(failureIn, (_, what: string, why: string) => {
      if (what === "awayFailures") return t(`awayFailures.${why}`);
      return what === "drillFailures" ? t(`drillFailures.${why}`) : t(`stalledWork.${why}`);
    })
    .replaceAll(momentIn, (at) => dateTime(at));
