import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { ErrorBoundary } from "./kit/ErrorBoundary.tsx";
import { loadTexts } from "./kit/text.ts";
import { Toasts } from "./kit/Toast.tsx";
import { NotAllowed, NotFound } from "./pages/NotFound.tsx";
import { NotInPlan, RequiresPlan } from "./pages/RequiresPlan.tsx";
import { type Screen, screens } from "./screens.ts";
import { homePath, mayEnter, me, totpSetupRequired, sessionState } from "./session.ts";
import { SignedInElsewhere } from "./shell/SignedInElsewhere.tsx";
import { Unavailable, Splash } from "./shell/Unavailable.tsx";
import { Shell } from "./shell/Shell.tsx";

const Login = lazy(async () => ({ default: (await import("./pages/Login.tsx")).Login }));
const Setup = lazy(withTexts(async () => (await import("./pages/Setup.tsx")).Setup));
const Secure = lazy(withTexts(async () => (await import("./pages/profile/TotpRequired.tsx")).TotpRequired));
const Gallery = process.env.NODE_ENV !== "production" ? lazy(withTexts(async () => (await import("./pages/Gallery.tsx")).Gallery)) : null;

const pages = screens.map((screen) => ({ screen, Page: lazy(screen.fewTexts ? async () => ({ default: await screen.load() }) : withTexts(screen.load)) }));

/** A page that comes with all texts. */
function withTexts(load: () => Promise<ComponentType>) {
  return async () => ({ default: (await Promise.all([load(), loadTexts()]))[0] });
}

const publicPaths = ["/login", "/setup"];

export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Splash />}>
        <SessionGate />
      </Suspense>
      <SignedInElsewhere />
      <Toasts />
    </ErrorBoundary>
  );
}

/** Who may see what: a stranger the open pages, everyone else the rest. */
function SessionGate() {
  useSignals();
  const [path] = useLocation();
  if (Gallery && path === "/_gallery") return <Gallery />;
  if (sessionState.value === "restoring") return <Splash />;
  if (sessionState.value === "unavailable") return <Unavailable />;
  if (publicPaths.includes(path)) return me.value ? <Redirect to={takeReturnPath()} replace /> : path === "/login" ? <Login /> : <Setup />;
  if (!me.value) return <ToLogin path={path} />;
  if (totpSetupRequired.value) return <Secure />;
  return (
    <Shell>
      <ErrorBoundary key={path.split("/")[1]}>
        <Suspense fallback={null}>
          <Pages />
        </Suspense>
      </ErrorBoundary>
    </Shell>
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
  if (!mayEnter(screen)) return screen.platformOnly ? <NotInPlan /> : <NotAllowed />;
  return screen.plan ? <RequiresPlan flag={screen.plan}>{children}</RequiresPlan> : children;
}

function ToLogin({ path }: { path: string }) {
  useEffect(() => {
    if (path !== "/") sessionStorage.setItem("returnTo", path);
  }, [path]);
  return <Redirect to="/login" replace />;
}

function takeReturnPath() {
  const returnTo = sessionStorage.getItem("returnTo");
  sessionStorage.removeItem("returnTo");
  return returnTo?.startsWith("/") && !returnTo.startsWith("//") && !publicPaths.includes(returnTo) ? returnTo : homePath();
}
