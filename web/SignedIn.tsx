import "./forms/RareInput.tsx";
import "./session/texts.ts";
import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { preloadInputs } from "./forms/Field.tsx";
import { ErrorBoundary } from "./kit/ErrorBoundary.tsx";
import { lazyPage } from "./kit/lazy-component.ts";
import { NotAllowed, NotFound } from "./pages/refused/NotFound.tsx";
import { NotInPlan, RequiresPlan } from "./pages/refused/RequiresPlan.tsx";
import { addressOf, type Screen } from "./screen.ts";
import { screens } from "./screens.ts";
import { isDeniedHere, mayEnter } from "./session/can.ts";
import { overdue, plan } from "./session/session.ts";
import { Shell } from "./shell/Shell.tsx";
import { SignedInElsewhere } from "./shell/SignedInElsewhere.tsx";

// Load the page of this address while the session is being checked. The page reports a failed load
// when it renders.
screens
  .find(({ path }) => path.split("/")[1] === location.pathname.split("/")[1])
  ?.load()
  .catch(() => undefined);

// These inputs ship in the same bundle files, so they are ready before a form renders.
preloadInputs().catch(() => undefined);

const Overdue = lazyPage(async () => (await import("./pages/refused/Overdue.tsx")).Overdue);

const pages = screens.map((screen) => ({ screen, Page: lazyPage(screen.load) }));

/** Renders the screen of this address when the user may open it. */
export function SignedIn() {
  const [path] = useLocation();
  return (
    <>
      <Shell>
        <ErrorBoundary key={path.split("/")[1]}>
          <Pages />
        </ErrorBoundary>
      </Shell>
      <SignedInElsewhere />
    </>
  );
}

const Pages = () => (
  <Switch>
    <Route path="/">
      <Redirect to={homePath()} replace />
    </Route>
    {pages.map(({ screen, Page }) => (
      <Route key={screen.path} path={screen.path}>
        <Guard screen={screen}>
          <Page />
        </Guard>
      </Route>
    ))}
    <Route component={NotFound} />
  </Switch>
);

function Guard({ screen, children }: { screen: Screen; children: ReactNode }) {
  useSignals();
  if (overdue.value && !screen.whileOverdue) return <Overdue />;
  if (!mayEnter(screen)) return screen.platformOnly ? <NotInPlan /> : <Refused screen={screen} />;
  return screen.plan ? <RequiresPlan flag={screen.plan}>{children}</RequiresPlan> : children;
}

const Refused = ({ screen: { permission } }: { screen: Screen }) =>
  permission && isDeniedHere(permission) ? <NotAllowed text="visit.closed" /> : <NotAllowed />;

/** Where one lands after signing in. */
const homePath = () =>
  overdue.value
    ? "/invoices"
    : (screens
        .filter((screen) => screen.home && mayEnter(screen))
        .filter((screen) => !screen.plan || plan.value?.[screen.plan])
        .map((screen) => addressOf(screen))
        .at(0) ?? "/profile");
