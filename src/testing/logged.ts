import { spyOn } from "bun:test";
import { flush, logLevel } from "../kit/process/log.ts";
import { afterwards } from "./world.ts";

/** The lines that are logged for an event from now on. */
export function logged(event: string) {
  const lines: string[] = [];
  const write = spyOn(process.stdout, "write").mockImplementation(
    (text) => lines.push(...String(text).trim().split("\n")) > 0,
  );
  logLevel("info");
  afterwards(() => {
    logLevel("error");
    write.mockRestore();
  });
  return () => {
    flush();
    return lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.event === event)
      .map(({ level, code, recovered }) => [level, code ?? recovered]);
  };
}
