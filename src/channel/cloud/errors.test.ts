import { expect, test } from "bun:test";
import { errorIn, graphErrorOf, remedyFor } from "./errors.ts";

const does = (...codes: number[]) =>
  codes.map((code) => {
    const remedy = remedyFor({ code });
    if (remedy.does === "refuse") return remedy.text;
    return remedy.does === "stop" ? remedy.reason : remedy.scope;
  });
const all = (codes: number[], expected: string) =>
  expect(does(...codes)).toEqual(codes.map(() => expected));

test("an error is judged by its code", () => {
  all([190, 0, 10, 200, 299, 131005], "token");
  all([131031, 368], "banned");
  all([131045, 133010], "notRegistered");
  all([131042, 131044], "payment");
  all([4, 80007, 130429, 133016, 131064], "all");
  all([131056, 131000, 131016, 131057, 2, 1], "person");
  all([131047], "ERR_WINDOW_CLOSED");
  all([131026, 131021, 131030], "ERR_CLOUD_UNREACHABLE");
  all([131049, 130472], "ERR_CLOUD_MARKETING_LIMIT");
  all([131050], "ERR_CLOUD_MARKETING_STOPPED");
  all([131048], "ERR_CLOUD_SPAM_LIMIT");
  all([131062], "ERR_CLOUD_NEEDS_NUMBER");
  all([131063], "ERR_CLOUD_MARKETING_OFF");
  all([131051, 131053], "ERR_CLOUD_FILE_REFUSED");
  all([131008, 131009, 100, 199, 300, 999_999, -1], "ERR_SENDING_WAPP_MSG");
  all([132000, 132001, 132007], "ERR_TEMPLATE_REFUSED");
  all([132005, 132008, 132012, 132018], "ERR_TEMPLATE_VALUE");
  all([132015, 132016, 132068, 132069], "ERR_TEMPLATE_REFUSED");
  all([131037], "ERR_CLOUD_DISPLAY_NAME");
  all([137000], "ERR_CLOUD_IDENTITY");
});

test("an error keeps its code, its details and its trace", () => {
  expect(
    errorIn({
      error: {
        message: "(#131009) Parameter value is not valid",
        code: 131009,
        error_data: { messaging_product: "whatsapp", details: "body is too long" },
        fbtrace_id: "AbC",
      },
    }),
  ).toEqual({ code: 131009, details: "body is too long", trace: "AbC" });
  expect(graphErrorOf({ code: "190", message: "Expired" })).toEqual({
    code: 190,
    details: "Expired",
    trace: "",
  });
});

test("an error without a code is not that of a lost token", () => {
  for (const code of [undefined, null, "", "x", {}, -5, 1.5])
    expect(graphErrorOf({ code }).code).toBe(-1);
  for (const body of [null, "x", {}, { error: "x" }]) expect(errorIn(body)).toBeUndefined();
});
