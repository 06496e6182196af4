import type { Plan } from "../../../src/modules/companies/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Story } from "../../parts/story.ts";
import { PlanCards } from "./PlanCards.tsx";
import { Confirm, ConfirmByMail } from "./Confirm.tsx";
import { Closed } from "./SignUp.tsx";

const plan = (id: number, name: string, value: string, users: number) =>
  ({ id, name, value, users, connections: users, queues: 0 }) as Wire<Plan>;
const plans = [
  plan(1, "Essencial", "49.90", 1),
  plan(2, "Completo, com um nome bem comprido para um cartão", "199.90", 0),
  plan(3, "Rede", "0.00", 0),
];

export const signUpStories: Story[] = [
  {
    name: "sign-up plans",
    show: () => (
      <div className="max-w-md">
        <PlanCards plans={plans} value={1} error="Selecione um plano" onChange={() => {}} />
      </div>
    ),
  },
  {
    name: "sign-up to confirm",
    show: () => (
      <div className="grid max-w-3xl gap-8 sm:grid-cols-2">
        <ConfirmByMail email="sol@mercearia.com.br" onAgain={async () => {}} onBack={() => {}} />
        <div>
          <Confirm token="x" />
        </div>
      </div>
    ),
  },
  { name: "sign-up closed", show: () => <Closed /> },
];
