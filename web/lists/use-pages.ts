import { useEffect, useRef, useState } from "react";

type Page<Row> = { rows: Row[]; hasMore: boolean };

/** A list that loads by pages. `read` gets the loaded rows and returns the next ones. */
export function usePages<Row extends { id: number }>(read: (rows: Row[]) => Promise<Page<Row>>) {
  const [rows, setRows] = useState<Row[]>([]);
  const [hasMore, setHasMore] = useState(true);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const busy = useRef(false);

  const more = async () => {
    if (busy.current) return;
    busy.current = true;
    setState("loading");
    try {
      const page = await read(rows);
      setRows((loaded) => [
        ...new Map([...loaded, ...page.rows].map((row) => [row.id, row])).values(),
      ]);
      setHasMore(page.hasMore);
      setState("ready");
    } catch {
      setState("failed");
    } finally {
      busy.current = false;
    }
  };

  useEffect(() => void more(), []);

  return { rows, setRows, hasMore, state, more: () => void more() };
}
