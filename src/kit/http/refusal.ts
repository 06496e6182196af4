import { ValidationError } from "elysia";
import { Fault, faultOf } from "../fault.ts";

/** The answer to a caller whose request threw an error. */
export function answerTo(error: unknown): { status: number; error: string } {
  const fault = refusalOf(error);
  return { status: fault?.http ?? 500, error: fault?.reason ?? "ERR_INTERNAL" };
}

/** The fault behind an error, which the caller may see; undefined where it is a bug of ours. */
export function refusalOf(error: unknown): Fault | undefined {
  if (error instanceof ValidationError && error.type !== "response") {
    const fields = error.all.flatMap((issue) =>
      "path" in issue
        ? [
            [
              issue.path.replace(/^\//, "").replaceAll("/", ".") || "body",
              issue.message ?? "invalid",
            ],
          ]
        : [],
    );
    if (error.type === "params")
      return new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
    return new Fault("invalid", "ERR_VALIDATION", {
      message: "Confira os campos",
      fields: Object.fromEntries(fields),
    });
  }
  const fault = faultOf(error);
  if (fault) return fault;
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  if (code === "NOT_FOUND")
    return new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
  if (code === "PARSE" || error instanceof SyntaxError)
    return new Fault("malformed", "ERR_MALFORMED", { message: "Conteúdo malformado" });
  return undefined;
}
