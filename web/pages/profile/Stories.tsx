import { ApiError } from "../../kit/api.ts";
import type { Story } from "../../parts/story.ts";
import { addTexts } from "../../kit/translations.ts";
import type { PushDevice } from "../../parts/push/this-device.ts";
import { PushView } from "./Push.tsx";
import { PasswordStep, RecoveryCodes, ScanStep, TwoFactor } from "./TwoFactor.tsx";
import { SessionList, type Session } from "./Sessions.tsx";
import texts from "./texts.json";

addTexts(texts);

const session = (id: string, device: string, current = false): Session => ({
  id,
  device,
  address: "192.168.1.20",
  createdAt: "2026-11-20T12:00:00Z",
  lastSeenAt: "2026-11-20T15:30:00Z",
  current,
});
const sessions = [
  session(
    "1",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    true,
  ),
  session(
    "2",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
  ),
  session("3", ""),
];

const device = (id: number, label: string, more: Partial<PushDevice> = {}): PushDevice => ({
  id,
  label,
  failure: null,
  sentAt: "2026-11-20T15:30:00Z",
  createdAt: "2026-11-18T12:00:00Z",
  isThis: false,
  ...more,
});
const devices = [
  device(3, "Chrome no Android", { isThis: true }),
  device(2, "Safari no iPhone", { sentAt: null }),
  device(1, "Edge no Windows", { failure: "unreachable" }),
];

const wait = async () => {};
const handlers = { onRetry: () => {}, onEnd: wait, onEndOthers: wait };
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export const profileStories: Story[] = [
  {
    name: "second step",
    show: () => (
      <div className="flex flex-col gap-4">
        <TwoFactor on={false} />
        <TwoFactor on />
      </div>
    ),
  },
  {
    name: "second step to begin",
    show: () => (
      <div className="max-w-md">
        <PasswordStep onSubmit={wait} />
      </div>
    ),
  },
  {
    name: "second step to scan",
    show: () => (
      <div className="max-w-md">
        <ScanStep
          offer={{
            secret,
            uri: `otpauth://totp/Balc%C3%A3o:ana%40paoquente.com.br?secret=${secret}&issuer=Balc%C3%A3o`,
          }}
          onSubmit={wait}
        />
      </div>
    ),
  },
  {
    name: "recovery codes",
    show: () => (
      <div className="max-w-md">
        <RecoveryCodes
          codes={Array.from({ length: 10 }, (_, index) => `JBSW-Y3DP-EHP${"ABCDEFGHIJ"[index]}`)}
          onDone={() => {}}
        />
      </div>
    ),
  },
  { name: "sessions", show: () => <SessionList rows={sessions} {...handlers} /> },
  {
    name: "sessions only here",
    show: () => <SessionList rows={sessions.slice(0, 1)} {...handlers} />,
  },
  {
    name: "sessions failed",
    show: () => (
      <SessionList rows={null} failed={new ApiError(0, { error: "ERR_NETWORK" })} {...handlers} />
    ),
  },
  { name: "push", show: () => <PushView devices={devices} problem={null} /> },
  {
    name: "push off, and where it can't work",
    show: () => (
      <div className="flex flex-col gap-6">
        <PushView devices={[]} problem={null} />
        {(["insecure", "notInstalled", "missing", "denied", "noService"] as const).map(
          (problem) => (
            <PushView key={problem} devices={[]} problem={problem} />
          ),
        )}
      </div>
    ),
  },
];
