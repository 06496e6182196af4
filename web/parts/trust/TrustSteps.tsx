import { Download } from "lucide-react";
import { useState } from "react";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { deviceOf } from "../device.ts";
import texts from "./texts.json";

addTexts(texts);

const systems = ["windows", "macos", "ios", "android", "linux", "firefox"] as const;
type System = (typeof systems)[number];

const names: Record<System, string> = {
  windows: "Windows",
  macos: "Mac",
  ios: "iPhone",
  android: "Android",
  linux: "Linux",
  firefox: "Firefox",
};

/** The certificate format of each system. */
const files: Record<System, string> = {
  windows: "balcao.cer",
  macos: "balcao.cer",
  ios: "balcao.mobileconfig",
  android: "balcao.crt",
  linux: "balcao.crt",
  firefox: "balcao.crt",
};

/** The steps by which a device trusts the box, in its system's words. */
export function TrustSteps({ agent = navigator.userAgent }: { agent?: string }) {
  const { t } = useTranslation();
  const [system, setSystem] = useState(() => systemOf(agent));
  return (
    <div className="flex flex-col gap-4">
      <Tabs
        label={t("trust.system")}
        values={systems}
        value={system}
        text={(one) => names[one]}
        onChange={setSystem}
        variant="box"
      />
      <a href={`/trust/${files[system]}`} download className="btn btn-primary self-start">
        <Download size={18} aria-hidden />
        {t("trust.download", { file: files[system] })}
      </a>
      <ol className="list-decimal space-y-2 pl-5">
        {(["first", "second", "third"] as const).map((step) => (
          <li key={step} className="pl-1">
            {t(`trust.steps.${system}.${step}`)}
          </li>
        ))}
      </ol>
    </div>
  );
}

function systemOf(agent: string): System {
  const { browser, system } = deviceOf(agent);
  if (system === "iPhone" || system === "iPad") return "ios";
  if (system === "Android") return "android";
  // Firefox has its own list of authorities, except where only the system's exists.
  if (browser === "Firefox") return "firefox";
  return system === "macOS" ? "macos" : system === "Windows" ? "windows" : "linux";
}
