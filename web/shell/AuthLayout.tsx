import { useSignals } from "@preact/signals-react/runtime";
import { CheckCheck } from "lucide-react";
import type { ReactNode } from "react";
import { brand } from "../kit/brand.ts";
import { BoxName } from "../kit/BoxName.tsx";
import { Logo } from "../kit/Logo.tsx";
import { onDemand } from "../kit/on-demand.ts";
import { language, languageNames, setLanguage, useTranslation } from "../kit/text.ts";

const ThemeMenu = onDemand(async () => (await import("./PreferenceMenus.tsx")).ThemeMenu);

/** The frame of the pages for signed-out visitors. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-full grid-rows-[auto_1fr] lg:grid-rows-1 lg:grid-cols-[minmax(26rem,5fr)_7fr]">
      <Shopfront />
      <div className="bg-[#0f5f57] lg:hidden">
        <Awning className="h-9" />
        <div className="h-3" />
      </div>
      <div className="flex min-h-full flex-col px-5 py-6 sm:px-10">
        <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center py-6">
          <div className="mb-8 flex items-center gap-3 lg:hidden">
            <Logo size={40} />
            <span className="text-xl font-semibold tracking-tight">
              <BoxName />
            </span>
          </div>
          {children}
        </main>
        <LanguageChoice />
      </div>
    </div>
  );
}

function LanguageChoice() {
  useSignals();
  const { t } = useTranslation();
  const { languages } = brand.value;
  return (
    <footer className="text-small flex flex-wrap items-center justify-center gap-x-1">
      <span
        role="group"
        aria-label={t("menu.language")}
        className="flex flex-wrap justify-center gap-x-1"
      >
        {languages.length > 1 &&
          languages.map((one) => (
            <button
              key={one}
              type="button"
              lang={one.slice(0, 2)}
              aria-pressed={one === language.value}
              className={`min-h-8 cursor-pointer rounded-md px-2.5 ${one === language.value ? "font-semibold" : "text-muted hover:text-base-content"}`}
              onClick={() => void setLanguage(one)}
            >
              {languageNames[one]}
            </button>
          ))}
      </span>
      {/* It comes a moment later, and nothing makes room for it. */}
      <span className="size-10">
        <ThemeMenu />
      </span>
    </footer>
  );
}

export const Awning = ({ className }: { className: string }) => (
  <svg
    aria-hidden
    viewBox="0 0 450 74"
    preserveAspectRatio="none"
    className={`block w-full shrink-0 ${className}`}
  >
    {stripes.map((index) => (
      <path
        key={index}
        d={`M${index * 50} 0h50v49a25 25 0 0 1-50 0z`}
        fill={index % 2 ? "#fdfaf4" : "#7cc4b4"}
      />
    ))}
  </svg>
);

const stripes = Array.from({ length: 9 }, (_, index) => index);

function Shopfront() {
  const { t } = useTranslation();
  return (
    <div
      aria-hidden
      className="sticky top-0 hidden h-dvh flex-col overflow-hidden bg-[#0f5f57] text-[#fdfaf4] lg:flex"
    >
      <Awning className="h-20" />
      <div className="flex flex-1 flex-col justify-between gap-10 px-12 py-12">
        <div className="flex items-center gap-3.5">
          <Logo size={48} className="rounded-xl ring-1 ring-white/25" />
          <span className="text-2xl font-semibold tracking-tight">
            <BoxName />
          </span>
        </div>
        <div className="mx-auto flex w-full max-w-sm flex-col gap-2.5 text-[#1d2a27]">
          <MessageBubble>{t("auth.sample.ask")}</MessageBubble>
          <MessageBubble own>{t("auth.sample.answer")}</MessageBubble>
          <MessageBubble>{t("auth.sample.thanks")}</MessageBubble>
        </div>
        <p className="max-w-sm text-2xl leading-snug font-medium text-balance">
          {t("auth.tagline")}
        </p>
      </div>
      <div className="h-4 bg-[#fdfaf4]" />
      <div className="h-10 bg-[#7cc4b4]" />
    </div>
  );
}

export const MessageBubble = ({
  own = false,
  children,
}: {
  own?: boolean;
  children: ReactNode;
}) => (
  <p
    className={`text-talk rounded-bubble flex max-w-[80%] items-end gap-2 px-3.5 py-2 ${own ? "self-end rounded-br-sm bg-[#d9efe4]" : "self-start rounded-bl-sm bg-[#fdfaf4]"}`}
  >
    {children}
    {own && <CheckCheck size={16} className="mb-0.5 shrink-0 text-[#0b66a8]" />}
  </p>
);
