import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { narrow, useMedia } from "../kit/media.ts";
import { isKeysHelpOpen, useKeys } from "./keys/keys.ts";
import { OpenAnnouncement } from "./AnnouncementsMenu.tsx";
import { Banner } from "./Banner.tsx";
import { BackupsLate } from "./BackupsLate.tsx";
import { watchBackups } from "./backup-alerts.ts";
import { watchShutCompanies } from "./shut-companies.ts";
import { CompaniesShut } from "./CompaniesShut.tsx";
import { Dock } from "./Dock.tsx";
import { Drawer } from "./Drawer.tsx";
import { InsecureNote } from "./InsecureNote.tsx";
import { onDemand } from "../kit/on-demand.ts";
import { useTranslation } from "../kit/text.ts";
import { DueNote } from "./DueNote.tsx";
import { OverdueNote } from "./OverdueNote.tsx";
import type { PublicBox } from "../../src/modules/box/table.ts";
import { takeBrand } from "../session/public-box.ts";
import { overdue } from "../session/session.ts";
import { readPart } from "../session/shell-parts.ts";
import { note } from "./note.ts";
import { VisitNote } from "./VisitNote.tsx";
import { watchConnections } from "./connection-alerts.ts";
import { palette } from "./palette.ts";
import { rail, setRail } from "./rail.ts";
import { SideMenu } from "./SideMenu.tsx";
import { startWatchers } from "./watchers.ts";

const Palette = onDemand(async () => (await import("./Palette.tsx")).Palette);
const KeysHelp = onDemand(async () => (await import("./keys/KeysHelp.tsx")).KeysHelp);

/** The frame of every page: the menu, the banner, and on narrow screens the dock. */
export function Shell({ children }: { children: ReactNode }) {
  useSignals();
  const { t } = useTranslation();
  const [path] = useLocation();
  const small = useMedia(narrow);
  const [drawer, setDrawer] = useState(false);
  const main = useRef<HTMLElement>(null);
  const section = path.split("/")[1] ?? "";
  // An open conversation fills a small screen.
  const alone = small && /^\/(tickets|practice|queues|connections)\/./.test(path);

  useKeys();
  useEffect(() => setDrawer(false), [path]);

  const before = useRef(section);
  useEffect(() => {
    if (before.current === section) return;
    before.current = section;
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
  }, [section]);

  return (
    <div className="app-window flex overflow-hidden">
      <a href="#main" className="skip-link">
        {t("common.skip")}
      </a>
      {!small && <SideMenu rail={rail.value} onToggle={() => setRail(!rail.value)} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <Banner />
        <InsecureNote />
        <VisitNote />
        {note.value}
        <OverdueNote />
        <DueNote />
        <CompaniesShut />
        <BackupsLate />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="relative min-h-0 flex-1 overflow-y-auto outline-none"
        >
          {children}
        </main>
        {small && !alone && <Dock onMore={() => setDrawer(true)} />}
      </div>
      {drawer && <Drawer onClose={() => setDrawer(false)} />}
      {!overdue.value && <Watchers />}
      <OpenAnnouncement />
      {palette.value && <Palette onClose={() => (palette.value = false)} />}
      {isKeysHelpOpen.value && <KeysHelp onClose={() => (isKeysHelpOpen.value = false)} />}
    </div>
  );
}

/** Watches data that an overdue company does not receive. */
function Watchers() {
  // A long session picks up changes of the box's name and offers.
  useEffect(() => void readPart<PublicBox>("box").then(takeBrand, () => undefined), []);
  useEffect(watchConnections, []);
  useEffect(watchShutCompanies, []);
  useEffect(watchBackups, []);
  useEffect(startWatchers, []);
  return null;
}
