import type { Locator } from "playwright-core";
import type { PlanFlag } from "../../shared/plan.ts";
import type { Seat } from "./seat.ts";

/** A microphone that hears a hum. Runs in the page before our code. */
export function hums() {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const out = context.createMediaStreamDestination();
    tone.connect(out);
    tone.start();
    return out.stream;
  };
}

/** A film of half a second from the browser's encoder: a data URL. */
export const films = (seat: Seat) =>
  seat.page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
    const pen = canvas.getContext("2d")!;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/mp4" });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    const ended = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
      pen.fillStyle = `hsl(${frame * 30} 80% 50%)`;
      pen.fillRect(0, 0, 320, 240);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await ended;
    const reader = new FileReader();
    const read = new Promise((resolve) => (reader.onload = resolve));
    reader.readAsDataURL(new Blob(chunks, { type: "video/mp4" }));
    await read;
    return reader.result as string;
  });

/** The mark of connections that are down: at their menu entry, or at the folded group with it. */
export const connectionsMark = (seat: Seat) =>
  seat
    .link("Conexões, uma conexão está fora do ar")
    .or(seat.button(/ uma conexão está fora do ar$/));

/** Hides these flags of the plan from this browser, from the next load on. */
export const lacks = (seat: Seat, ...flags: PlanFlag[]) =>
  seat.page.route("**/api/auth/me", async (route) => {
    const response = await route.fetch();
    const { company, ...me } = (await response.json()) as { company: { plan: object } };
    await route.fulfill({
      response,
      json: {
        ...me,
        company: {
          ...company,
          plan: { ...company.plan, ...Object.fromEntries(flags.map((flag) => [flag, false])) },
        },
      },
    });
  });

/** Waits until an element has the focus, which may take a frame. */
export const focused = (locator: Locator) =>
  locator.and(locator.page().locator(":focus")).waitFor();
