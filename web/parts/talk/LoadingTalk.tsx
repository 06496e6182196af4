import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";

/** The placeholder for the messages. */
export const LoadingTalk = () => (
  <div className="min-h-0 flex-1 overflow-hidden">
    <Delayed>
      <SkeletonBubbles />
    </Delayed>
  </div>
);

export const SkeletonBubbles = () => (
  <div aria-hidden className="mx-auto flex w-full max-w-200 flex-col gap-3 p-5">
    {shapes.map((shape) => (
      <Skeleton key={shape} className={`h-11 rounded-bubble! ${shape}`} />
    ))}
  </div>
);

const shapes = ["w-56", "w-72 self-end", "w-40 self-end", "w-64", "w-48", "w-80 self-end"];
