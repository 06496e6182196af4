import { useEffect, useState } from "react";
import type { Guide } from "../../../src/shared/guide.ts";
import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";

/** The guide's progress for the owner of the box; null for others. */
export function useGuide() {
  const [guide, setGuide] = useState<Guide | null>(null);
  useEffect(() => {
    if (can("box.write")) api.get<Guide>("/setup/guide").then(setGuide, () => undefined);
  }, []);
  const close = () =>
    void api.put<Guide>("/setup/guide", { dismissed: true }).then(setGuide, toast.error);
  return { guide, close };
}
