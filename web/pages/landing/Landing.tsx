import { Bot, Clock, ShieldCheck, TrendingUp, Users, Workflow } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { BoxName } from "../../kit/BoxName.tsx";
import { Logo } from "../../kit/Logo.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { addTexts } from "../../kit/translations.ts";
import { Awning, MessageBubble } from "../../shell/AuthLayout.tsx";
import { LanguageMenu, ThemeMenu } from "../../shell/PreferenceMenus.tsx";
import { ContactForm } from "./ContactForm.tsx";
import texts from "./texts.json";

addTexts(texts);

const claims = Object.entries({
  chatbot: Bot,
  automation: Workflow,
  sales: TrendingUp,
  security: ShieldCheck,
  always: Clock,
  team: Users,
});
const steps = ["connect", "configure", "improve"];
const anchors = {
  recursos: "landing.features",
  "como-funciona": "landing.how",
  contato: "landing.contact",
};

/** The box's page for visitors. rules.md#public-pages */
export function Landing({ signUp }: { signUp: boolean }) {
  const { t } = useTranslation();
  useTitle(t("landing.title"));
  // The browser looked for the anchor before the page was drawn.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <div className="bg-base-200 min-h-full">
      <Header />
      <main>
        <Hero signUp={signUp} />
        <Section id="recursos" title={t("landing.features")} lead={t("landing.featuresLead")}>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {claims.map(([name, Icon]) => (
              <li key={name} className="card-quiet px-5 py-5">
                <Icon size={24} aria-hidden className="text-primary mb-3" />
                <h3 className="text-base font-semibold">{t(`landing.claims.${name}`)}</h3>
                <p className="text-muted mt-1">{t(`landing.claimTexts.${name}`)}</p>
              </li>
            ))}
          </ul>
        </Section>
        <Section id="como-funciona" title={t("landing.how")} lead={t("landing.howLead")} raised>
          <ol className="grid gap-8 md:grid-cols-3">
            {steps.map((step, index) => (
              <li key={step}>
                <span
                  aria-hidden
                  className="bg-primary text-primary-content tabular mb-3 grid size-10 place-items-center rounded-full text-base font-semibold"
                >
                  {index + 1}
                </span>
                <h3 className="text-base font-semibold">{t(`landing.steps.${step}`)}</h3>
                <p className="text-muted mt-1">{t(`landing.stepTexts.${step}`)}</p>
              </li>
            ))}
          </ol>
        </Section>
        <Section id="contato" title={t("landing.contact")} lead={t("landing.contactLead")}>
          <div className="card-quiet max-w-xl px-5 py-5">
            <ContactForm />
          </div>
        </Section>
      </main>
      <footer className="border-line text-muted text-small border-t px-5 py-6 text-center">
        {t("landing.footer")}
      </footer>
    </div>
  );
}

function Header() {
  const { t } = useTranslation();
  return (
    <header className="bg-base-100 border-line sticky top-0 z-10 border-b">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:px-6">
        <Logo size={36} />
        <span className="text-lg font-semibold tracking-tight max-[22rem]:sr-only">
          <BoxName />
        </span>
        <nav aria-label={t("landing.sections")} className="ml-6 hidden gap-1 md:flex">
          {Object.entries(anchors).map(([id, label]) => (
            <a key={id} href={`#${id}`} className="btn btn-ghost">
              {t(label)}
            </a>
          ))}
        </nav>
        <span className="ml-auto flex items-center gap-1">
          <LanguageMenu />
          <ThemeMenu />
          <Link href="/login" className="btn btn-primary ml-1">
            {t("landing.signIn")}
          </Link>
        </span>
      </div>
    </header>
  );
}

function Hero({ signUp }: { signUp: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="bg-[#0f5f57] text-[#fdfaf4]">
      <Awning className="h-10 sm:h-14" />
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-5 py-12 sm:px-6 lg:grid-cols-[7fr_5fr] lg:py-20">
        <div>
          <h1 className="text-3xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl">
            {t("landing.heading")}
          </h1>
          <p className="mt-4 max-w-xl text-lg leading-relaxed">{t("landing.lead")}</p>
          <p className="mt-8 flex flex-wrap gap-3">
            {signUp && (
              <Link
                href="/signup"
                className="btn btn-lg border-0 bg-[#fdfaf4] text-[#0f5f57] hover:bg-white"
              >
                {t("landing.signUp")}
              </Link>
            )}
            <a
              href="#contato"
              className="btn btn-lg border-[#fdfaf4]/60 bg-transparent text-[#fdfaf4] hover:bg-white/10"
            >
              {t("landing.talk")}
            </a>
          </p>
        </div>
        <div aria-hidden className="mx-auto flex w-full max-w-sm flex-col gap-2.5 text-[#1d2a27]">
          <MessageBubble>{t("auth.sample.ask")}</MessageBubble>
          <MessageBubble own>{t("auth.sample.answer")}</MessageBubble>
          <MessageBubble>{t("auth.sample.thanks")}</MessageBubble>
        </div>
      </div>
    </div>
  );
}

const Section = ({
  id,
  title,
  lead,
  raised = false,
  children,
}: {
  id: string;
  title: string;
  lead: string;
  raised?: boolean;
  children: ReactNode;
}) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className={`scroll-mt-16 ${raised ? "bg-base-100 border-line border-y" : ""}`}
  >
    <div className="mx-auto max-w-6xl px-5 py-14 sm:px-6">
      <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-tight">
        {title}
      </h2>
      <p className="text-muted mt-1 mb-8 max-w-2xl text-base">{lead}</p>
      {children}
    </div>
  </section>
);
