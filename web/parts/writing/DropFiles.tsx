import { FileDown } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { filesOf } from "./files-to-send.ts";

type Props = {
  label: string;
  /** The text while files are dragged over it. */
  hint: string;
  /** Null where files are not accepted. */
  onFiles: ((files: File[]) => void) | null;
  children: ReactNode;
};

/** A conversation that accepts dropped files. */
export function DropFiles({ label, hint, onFiles, children }: Props) {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent) =>
    onFiles !== null && event.dataTransfer.types.includes("Files");
  const drag = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    onFiles?.(filesOf(event.dataTransfer));
  };
  return (
    <section
      aria-label={label}
      className="bg-thread relative flex h-full min-h-0 flex-col"
      onDragOver={drag}
      onDragLeave={(event) =>
        !event.currentTarget.contains(event.relatedTarget as Node | null) && setIsOver(false)
      }
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className="bg-base-100/85 border-primary rounded-card pointer-events-none absolute inset-3 z-10 grid place-items-center border-2 border-dashed">
          <p className="text-title flex items-center gap-3 font-semibold">
            <FileDown size={24} aria-hidden />
            {hint}
          </p>
        </div>
      )}
    </section>
  );
}
