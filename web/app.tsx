import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, Suspense, useEffect } from "react";
import { Redirect, useLocation } from "wouter";
import { ErrorBoundary } from "./kit/ErrorBoundary.tsx";
import { lazyComponent } from "./kit/lazy-component.ts";
import { Toasts } from "./kit/Toast.tsx";
import { withTexts } from "./kit/with-texts.ts";
import { me, totpSetupRequired, sessionState } from "./session/session.ts";
import { Unavailable, Splash } from "./shell/Unavailable.tsx";

/** All that is not needed to sign in. */
export const { Lazy: SignedIn, preload: preloadSignedIn } = lazyComponent(async () => (await import("./SignedIn.tsx")).SignedIn);
const Login = withTexts(async () => (await import("./pages/login/Login.tsx")).Login);
const Setup = withTexts(async () => (await import("./pages/setup/Setup.tsx")).Setup);
const ApiReference = withTexts(async () => (await import("./pages/api-reference/ApiReference.tsx")).ApiReference);
const Trust = withTexts(async () => (await import("./pages/trust/Trust.tsx")).Trust);
const Front = withTexts(async () => (await import("./pages/landing/Front.tsx")).Front);
const SignUp = withTexts(async () => (await import("./pages/sign-up/SignUp.tsx")).SignUp);
const ForgottenPassword = withTexts(async () => (await import("./pages/forgotten-password/ForgottenPassword.tsx")).ForgottenPassword);
const NewPassword = withTexts(async () => (await import("./pages/forgotten-password/NewPassword.tsx")).NewPassword);
const Secure = withTexts(async () => (await import("./pages/profile/TotpRequired.tsx")).TotpRequired);
const Gallery = process.env.NODE_ENV !== "production" ? withTexts(async () => (await import("./pages/gallery/Gallery.tsx")).Gallery) : null;

/** The pages of those who are not signed in. */
const strangersPages: Record<string, ComponentType> = { "/login": Login, "/setup": Setup, "/signup": SignUp, "/forgotten-password": ForgottenPassword };

export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Splash />}>
        <SessionGate />
      </Suspense>
      <Toasts />
    </ErrorBoundary>
  );
}

/** Who may see what: a stranger the open pages, everyone else the rest. */
function SessionGate() {
  useSignals();
  const [path] = useLocation();
  if (Gallery && path === "/_gallery") return <Gallery />;
  // Also for who writes a program and has a token alone.
  if (path === "/api-reference" && sessionState.value !== "restoring") return <ApiReference />;
  // For anyone, and on an address where nobody can sign in.
  if (path === "/trust") return <Trust />;
  if (sessionState.value === "restoring") return <Splash />;
  if (sessionState.value === "unavailable") return <Unavailable />;
  // Also for who is signed in here: the link is good for one person alone.
  if (path === "/new-password") return <NewPassword />;
  const Page = strangersPages[path];
  if (Page) return me.value ? <Redirect to={takeReturnPath()} replace /> : <Page />;
  if (!me.value) return path === "/" ? <Front /> : <ToLogin path={path} />;
  if (totpSetupRequired.value) return <Secure />;
  return <SignedIn />;
}

function ToLogin({ path }: { path: string }) {
  useEffect(() => {
    sessionStorage.setItem("returnTo", path);
  }, [path]);
  return <Redirect to="/login" replace />;
}

function takeReturnPath() {
  const returnTo = sessionStorage.getItem("returnTo");
  sessionStorage.removeItem("returnTo");
  return returnTo?.startsWith("/") && !returnTo.startsWith("//") && !Object.hasOwn(strangersPages, returnTo) ? returnTo : "/";
}
