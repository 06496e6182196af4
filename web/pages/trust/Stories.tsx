import type { Story } from "../../parts/story.ts";
import { TrustView } from "../../parts/trust/TrustView.tsx";

const box = {
  mode: "local" as const,
  port: 443,
  plainAddress: "http://192.168.1.20",
  name: "Balcão · loja",
  fingerprint:
    "C8:72:73:B6:AB:6C:DC:F2:38:79:5F:29:34:74:FD:58:16:33:0D:07:41:83:D4:02:C1:B0:2C:71:7D:FC:CF:74",
};
const link = "http://192.168.1.20/trust";
const windows = "Windows NT 10.0 Chrome/140";

export const trustStories: Story[] = [
  {
    name: "trust missing",
    show: () => <TrustView box={box} trusted={false} link={link} agent={windows} />,
  },
  {
    name: "trust given",
    show: () => <TrustView box={box} trusted goesOn link={link} agent={windows} />,
  },
  {
    name: "trust elsewhere",
    show: () => (
      <div className="grid gap-6">
        <TrustView box={{ ...box, mode: "proxy" }} trusted link={link} />
        <TrustView box={{ ...box, mode: "off" }} trusted link={link} />
      </div>
    ),
  },
];
