import type { ReadSettings } from "../../../src/modules/box/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Story } from "../../parts/story.ts";
import { BillingForm } from "./BillingTab.tsx";
import { BoxForm } from "./box/BoxForm.tsx";
import { Status } from "./box/MailTest.tsx";
import { CompanyFilesView } from "./company-files/CompanyFilesPart.tsx";
import { PlanView } from "./company-files/ImportCompany.tsx";
import { DeletedList } from "./DeletedCompanies.tsx";
import texts from "./texts.json";

addTexts(texts);

const billing = {
  updatedAt: "2026-11-20T12:00:00.000Z",
  pixKey: "contato@paoquente.com.br",
  merchantName: "Pão Quente",
  merchantCity: "Santos",
  efiUrl: "https://pix.api.efipay.com.br",
  clientId: "Client_Id_1",
  hasClientSecret: true,
  hasCertificate: false,
};

const ownValue = <Value,>(value: Value) => ({ value, source: "here" as const });
const usual = { value: null, source: "default" as const };
const boxSettings: Wire<ReadSettings> = {
  updatedAt: "2026-11-20T12:00:00.000Z",
  boxName: ownValue("Loja Fácil"),
  boxLogo: usual,
  boxColor: ownValue("blue"),
  language: { value: "ptBR", source: "default" },
  languages: { value: ["ptBR", "es"], source: "credential", name: "balcao.languages" },
  publicUrl: { value: "https://balcao.exemplo.com", source: "flag", name: "--public-url" },
  landing: ownValue(true),
  publicPages: { value: false, source: "default" },
  signUp: { value: false, source: "file", name: "sign_up (/etc/balcao/config.toml)" },
  planId: ownValue(1),
  contact: ownValue("Zefa, WhatsApp (11) 98888-0001"),
  leadsTo: usual,
  smtpHost: { value: "smtp.exemplo.com", source: "variable", name: "BALCAO_SMTP_HOST" },
  smtpPort: { value: 587, source: "default" },
  smtpSecurity: { value: "starttls", source: "default" },
  smtpUser: ownValue("balcao"),
  smtpPassword: { value: null, source: "variable", name: "BALCAO_SMTP_PASSWORD", isSet: true },
  mailName: usual,
  mailFrom: ownValue("oi@exemplo.com"),
  whatsappVersion: usual,
};

/** The parts of the owner's section in each of their states. */
export const platformStories: Story[] = [
  {
    name: "billing",
    show: () => (
      <div className="grid gap-4 lg:grid-cols-2">
        {(["pix", "efi"] as const).map((gateway) => (
          <BillingForm key={gateway} billing={{ ...billing, gateway }} onSaved={() => {}} />
        ))}
      </div>
    ),
  },
  {
    name: "company files",
    show: () => (
      <CompanyFilesView
        state={{
          work: { what: "export", company: 3, name: "Empório das Flores", part: 0.4 },
          failed: { what: "delete", company: 4, name: "Bazar", error: "ERR_DISK_FULL" },
          files: [
            {
              company: 2,
              name: "Mercearia Sol",
              at: "2026-11-20T12:00:00Z",
              size: 48_000_000,
              moves: false,
              removedAt: "2026-11-21T12:00:00Z",
            },
          ],
          moves: (["leaving", "gone", "waiting"] as const).map((state, company) => ({
            company: company + 10,
            name: `Quitanda ${company + 1}`,
            state,
            since: "2026-11-20T12:00:00Z",
          })),
        }}
      />
    ),
  },
  {
    name: "company file",
    show: () => (
      <PlanView
        plan={{
          name: "Mercearia Sol",
          at: "2026-11-20T12:00:00Z",
          moves: true,
          people: 2,
          connections: 1,
          contacts: 830,
          messages: 12430,
          lastMessageAt: "2026-11-20T11:58:00Z",
          files: 912,
          size: 910_000_000,
          needsCode: false,
          nameTaken: false,
          companyPlan: { name: "Completo (2)", value: "149.90", comesAlong: true },
          emails: ["sol@mercearia.com.br", "lua@mercearia.com.br"],
          emailsTaken: [],
        }}
      />
    ),
  },
  {
    name: "deleted companies",
    show: () => (
      <DeletedList
        deleted={[
          {
            id: 2,
            name: "Quitanda com um nome bem comprido, que não cabe numa linha",
            kept: "deleted/2-20261120T120000.balcao",
            size: 48_000_000,
            deletedAt: "2026-11-20T12:00:00Z",
            removedAt: "2026-12-20T12:00:00Z",
          },
        ]}
      />
    ),
  },
  {
    name: "box settings",
    show: () => (
      <BoxForm
        settings={boxSettings}
        unanswered={3}
        plans={[
          { id: 1, name: "Completo", value: "99.90" },
          { id: 2, name: "Cortesia", value: "0.00" },
        ]}
        onSaved={() => {}}
      />
    ),
  },
  {
    name: "mail status",
    show: () => (
      <>
        <Status waiting={0} last={null} />
        <Status
          waiting={2}
          last={{
            receiver: "ana@paoquente.com.br",
            error: "signIn",
            answer: "535",
            at: "2026-11-20T12:00:00Z",
          }}
        />
      </>
    ),
  },
];
