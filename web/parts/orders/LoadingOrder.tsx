import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";

/** The placeholder while an order loads. */
export const LoadingOrder = () => (
  <Delayed>
    <div aria-busy className="flex flex-col gap-4">
      <Skeleton className="h-10 w-full max-w-sm" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
  </Delayed>
);
