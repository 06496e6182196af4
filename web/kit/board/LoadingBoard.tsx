import { Delayed, Skeleton } from "../Skeleton.tsx";

/** A placeholder board while the lanes load. */
export const LoadingBoard = ({ label }: { label: string }) => (
  <Delayed>
    <div
      aria-busy
      aria-label={label}
      role="group"
      className="flex h-full gap-3 overflow-hidden pb-2"
    >
      {[3, 2, 4, 1].map((cards) => (
        <div
          key={cards}
          className="border-line rounded-card flex w-72 shrink-0 flex-col gap-2 border p-2"
        >
          <Skeleton className="m-1 h-5 w-28" />
          {Array.from({ length: cards }, (_, index) => (
            <div key={index} className="card-quiet flex flex-col gap-2 p-3">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-4 w-40" />
              <Skeleton className="h-3.5 w-32" />
            </div>
          ))}
        </div>
      ))}
    </div>
  </Delayed>
);
