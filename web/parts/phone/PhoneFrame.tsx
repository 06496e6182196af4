import { useSignals } from "@preact/signals-react/runtime";
import { BatteryFull, SignalHigh, Wifi } from "lucide-react";
import type { ReactNode } from "react";
import { clock, time } from "../../kit/text.ts";

/** The phone around the screen. Its clock shows `at`, by default the current time. */
export function PhoneFrame({ at, children }: { at?: string; children: ReactNode }) {
  useSignals();
  return (
    <div className="flex h-full max-h-208 w-96 max-w-full shrink-0 self-center rounded-[3rem] bg-[#15171a] p-2.5 shadow-[0_0_0_1px_#3a3d42,0_18px_50px_rgb(20_16_8/0.28)]">
      <div className="bg-base-100 relative flex min-h-0 flex-1 flex-col overflow-hidden rounded-[2.4rem]">
        <div
          aria-hidden
          className="text-small bg-base-100 tabular flex h-9 shrink-0 items-center justify-between px-7 pt-1 font-semibold"
        >
          <span>{at ?? time(new Date(clock.value).toISOString())}</span>
          <span className="absolute top-2 left-1/2 h-5 w-24 -translate-x-1/2 rounded-full bg-[#15171a]" />
          <span className="flex items-center gap-1">
            <SignalHigh size={15} />
            <Wifi size={14} />
            <BatteryFull size={17} />
          </span>
        </div>
        <div className="min-h-0 flex-1">{children}</div>
        <div aria-hidden className="bg-base-100 flex h-5 shrink-0 items-center justify-center">
          <span className="bg-base-content/70 h-1 w-28 rounded-full" />
        </div>
      </div>
    </div>
  );
}
