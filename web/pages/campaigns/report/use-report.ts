import { useCallback, useEffect, useRef, useState } from "react";
import type { Frame } from "../../../../src/shared/wire.ts";
import { api } from "../../../kit/api.ts";
import type { Campaign } from "../../../parts/campaigns/types.ts";
import { live } from "../../../session/live.ts";
import type { Report } from "./types.ts";

/** ms; the first is what the field's other screens wait for. */
const waits = { afterEnd: 5000, between: 2000 };

/** The report, read again while the campaign continues. */
export function useReport(id: number) {
  const [report, setReport] = useState<Report | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = useCallback(() => {
    api
      .get<Report>(`/campaigns/${id}/report`)
      .then((fetched) => (setReport(fetched), setFailed(null)), setFailed);
  }, [id]);

  useEffect(() => {
    const readSoon = (wait: number) => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        read();
      }, wait);
    };
    const onCampaign = (frame: Frame) => {
      const campaign = frame.record as Campaign | undefined;
      if (campaign?.id !== id) return;
      // Leave the frame's figures out: they are newer than the others on screen, which are read
      // together.
      setReport((current) => current && { ...current, campaign });
      // A frame without figures has a new status, and the status and the figures belong together.
      if (!frame.funnel || campaign.status === "FINALIZADA") read();
      readSoon(campaign.status === "FINALIZADA" ? waits.afterEnd : waits.between);
    };
    read();
    const closers = [live.on("campaign", onCampaign), live.onReset(read)];
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      for (const close of closers) close();
    };
  }, [id, read]);
  return { report, failed, read };
}
