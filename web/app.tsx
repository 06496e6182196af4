import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, useEffect } from "react";
import { Redirect, useLocation } from "wouter";
import { ErrorBoundary } from "./kit/ErrorBoundary.tsx";
import { lazyComponent, lazyPage } from "./kit/lazy-component.ts";
import { Toasts } from "./kit/Toast.tsx";
import { me, totpSetupRequired, sessionState } from "./session/session.ts";
import { Unavailable, Splash } from "./shell/Unavailable.tsx";

/** All that is not needed to sign in. */
export const { Lazy: SignedIn, preload: preloadSignedIn } = lazyComponent(
  async () => (await import("./SignedIn.tsx")).SignedIn,
  { Meanwhile: Splash, failsIn: "boundary" },
);
const Login = lazyPage(async () => (await import("./pages/login/Login.tsx")).Login, Splash);
const Setup = lazyPage(async () => (await import("./pages/setup/Setup.tsx")).Setup, Splash);
const ApiReference = lazyPage(
  async () => (await import("./pages/api-reference/ApiReference.tsx")).ApiReference,
  Splash,
);
const Trust = lazyPage(async () => (await import("./pages/trust/Trust.tsx")).Trust, Splash);
const Front = lazyPage(async () => (await import("./pages/landing/Front.tsx")).Front, Splash);
const SignUp = lazyPage(async () => (await import("./pages/sign-up/SignUp.tsx")).SignUp, Splash);
const ForgottenPassword = lazyPage(
  async () => (await import("./pages/forgotten-password/ForgottenPassword.tsx")).ForgottenPassword,
  Splash,
);
const NewPassword = lazyPage(
  async () => (await import("./pages/forgotten-password/NewPassword.tsx")).NewPassword,
  Splash,
);
const Secure = lazyPage(
  async () => (await import("./pages/profile/TotpRequired.tsx")).TotpRequired,
  Splash,
);
const Gallery =
  process.env.NODE_ENV !== "production"
    ? lazyPage(async () => (await import("./pages/gallery/Gallery.tsx")).Gallery, Splash)
    : null;

/** Pages for visitors who are not signed in. */
const strangersPages: Record<string, ComponentType> = {
  "/login": Login,
  "/setup": Setup,
  "/signup": SignUp,
  "/forgotten-password": ForgottenPassword,
};

export function App() {
  return (
    <ErrorBoundary>
      <SessionGate />
      <Toasts />
    </ErrorBoundary>
  );
}

/** Shows signed-out visitors the open pages, and signed-in users the rest. */
function SessionGate() {
  useSignals();
  const [path] = useLocation();
  if (Gallery && path === "/_gallery") return <Gallery />;
  // Developers read this page with an API token alone, so it needs no session.
  if (path === "/api-reference" && sessionState.value !== "restoring") return <ApiReference />;
  // Open to anyone, also on the plain http port, which has no sign-in.
  if (path === "/trust") return <Trust />;
  if (sessionState.value === "restoring") return <Splash />;
  if (sessionState.value === "unavailable") return <Unavailable />;
  // Also opens during another user's session: the link belongs to one person.
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
  return returnTo?.startsWith("/") &&
    !returnTo.startsWith("//") &&
    !Object.hasOwn(strangersPages, returnTo)
    ? returnTo
    : "/";
}
