import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";

export function SettingsFailed({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  return (
    <div className="card-quiet" role="alert">
      <LoadError error={problem} onRetry={onRetry} />
    </div>
  );
}

export const LoadingSettings = () => (
  <Delayed>
    <div aria-busy className="card-quiet divide-line divide-y">
      {[40, 56, 48, 44, 52, 40].map((width, index) => (
        <div key={index} className="flex items-center justify-between gap-4 px-4 py-3.5">
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-44" />
            <span style={{ width: `${width * 4}px` }} className="max-w-[50vw]">
              <Skeleton className="h-4 w-full" />
            </span>
          </div>
          <Skeleton className="h-6 w-10 rounded-full" />
        </div>
      ))}
    </div>
  </Delayed>
);
