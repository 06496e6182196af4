import { answer, show } from "../../../src/testing/screen/page.tsx";
import { signedIn } from "../../../src/testing/screen/signed-in.ts";
import { expect, test } from "bun:test";
import { screen } from "../../../src/testing/screen/screen.ts";
import { usualWeek } from "../../../src/modules/hours/fields.ts";
import type { Week } from "../../../src/shared/hours.ts";
import { addTexts } from "../../kit/translations.ts";
import "../../session/texts.ts";
import { OpeningHours } from "./OpeningHours.tsx";
import texts from "./texts.json";

addTexts(texts);
signedIn({ profile: "admin" });

// rules.md#opening-hours
test("a week without any time is refused with what it would mean, until a day has one", async () => {
  const hours = {
    schedules: usualWeek,
    holidays: [],
    timezone: "UTC",
    isSaved: true,
    updatedAt: null,
  };
  let put: Week = [];
  answer(({ method, body }) => {
    const { schedules } = method === "PUT" ? (body as { schedules: Week }) : hours;
    if (method === "PUT") put = schedules;
    return schedules.some(({ startTime }) => startTime !== "")
      ? { ...hours, schedules }
      : Response.json(
          { error: "ERR_VALIDATION", message: "", fields: { schedules: "alwaysOpen" } },
          { status: 422 },
        );
  });
  await show(<OpeningHours />);
  await screen.sees("segunda-feira");
  for (const day of ["segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo"])
    await screen.choose(new RegExp(`^Como é: ${day}`), "O dia todo");
  await screen.press("Salvar");
  await screen.sees(/ficaria sempre aberta. Se é isso, escolha “Sempre aberto”/);
  await screen.choose(/^Como é: domingo/, "Fechado");
  await screen.misses("ficaria sempre aberta");
  await screen.press("Salvar");
  await screen.misses("Salvar");
  expect(put.at(-1)).toMatchObject({ startTime: "00:00", endTime: "00:00" });
});
