import { z } from "zod";
import { bounded } from "../kit/http/fields.ts";
import { logFolder, newestLines, type LogLine } from "../kit/files/log-files.ts";

const levels = ["debug", "info", "warn", "error"] as const;
const pageSize = 100;

/** `level`: this one and graver ones. `before`: older than this line's time. */
export const logQuery = z.object({
  level: z.enum(levels).optional(),
  search: bounded(100).optional(),
  before: z.iso.datetime().optional(),
});

/** A page of the box's log, newest first. */
export async function logPage(
  data: string,
  { level = "info", search = "", before }: z.infer<typeof logQuery>,
): Promise<{ lines: LogLine[]; hasMore: boolean }> {
  const visible: readonly string[] = levels.slice(levels.indexOf(level));
  const lines: LogLine[] = [];
  for await (const line of newestLines(logFolder(data))) {
    if (
      (before && line.at >= before) ||
      !visible.includes(line.level) ||
      !JSON.stringify(line).includes(search)
    )
      continue;
    if (lines.length === pageSize) return { lines, hasMore: true };
    lines.push(line);
  }
  return { lines, hasMore: false };
}
