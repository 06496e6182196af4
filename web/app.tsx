import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import type { Permission } from "../src/shared/permissions.ts";
import { ErrorBoundary } from "./kit/ErrorBoundary.tsx";
import { loadTexts } from "./kit/text.ts";
import { Toasts } from "./kit/Toast.tsx";
import { NotAllowed, NotFound } from "./pages/NotFound.tsx";
import { NotPlanned, Planned } from "./pages/Planned.tsx";
import { can, homePath, me, totpSetupRequired, sessionState } from "./session.ts";
import { SignedInElsewhere } from "./shell/SignedInElsewhere.tsx";
import { Unavailable, Splash } from "./shell/Unavailable.tsx";
import { Shell } from "./shell/Shell.tsx";

const Login = lazy(async () => ({ default: (await import("./pages/Login.tsx")).Login }));
const Setup = lazyPage(async () => (await import("./pages/Setup.tsx")).Setup);
const Tickets = lazy(async () => ({ default: (await import("./pages/tickets/Tickets.tsx")).Tickets }));
const Dashboard = lazyPage(async () => (await import("./pages/dashboard/Dashboard.tsx")).Dashboard);
const Practice = lazyPage(async () => (await import("./pages/practice/Practice.tsx")).Practice);
const QuickMessages = lazy(async () => ({ default: (await import("./pages/QuickMessages.tsx")).QuickMessages }));
const Contacts = lazy(async () => ({ default: (await import("./pages/contacts/Contacts.tsx")).Contacts }));
const Import = lazyPage(async () => (await import("./pages/contacts/import/Import.tsx")).Import);
const Tags = lazy(async () => ({ default: (await import("./pages/Tags.tsx")).Tags }));
const Queues = lazyPage(async () => (await import("./pages/queues/Queues.tsx")).Queues);
const Connections = lazyPage(async () => (await import("./pages/connections/Connections.tsx")).Connections);
const Integrations = lazyPage(async () => (await import("./pages/integrations/Integrations.tsx")).Integrations);
const Ias = lazyPage(async () => (await import("./pages/ias/Ias.tsx")).Ias);
const Settings = lazyPage(async () => (await import("./pages/settings/Settings.tsx")).Settings);
const Users = lazyPage(async () => (await import("./pages/users/Users.tsx")).Users);
const Profile = lazyPage(async () => (await import("./pages/profile/Profile.tsx")).Profile);
const Secure = lazyPage(async () => (await import("./pages/profile/Secure.tsx")).Secure);
const Audit = lazyPage(async () => (await import("./pages/audit/Audit.tsx")).Audit);
const Announcements = lazy(async () => ({ default: (await import("./pages/announcements/Announcements.tsx")).Announcements }));
const Gallery = process.env.NODE_ENV !== "production" ? lazyPage(async () => (await import("./pages/Gallery.tsx")).Gallery) : null;

/** A page that comes with the texts of the rooms. */
function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: (await Promise.all([load(), loadTexts()]))[0] }));
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

/** Who may see what: a stranger the open pages, everyone else the rest. doc 1 §2 */
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
    <Route path="/tickets/:ticketId?" component={Tickets} />
    <Route path="/dashboard">
      <Only may="dashboard:view">
        <Dashboard />
      </Only>
    </Route>
    <Route path="/quick-messages" component={QuickMessages} />
    <Route path="/contacts" component={Contacts} />
    <Route path="/contacts/import" component={Import} />
    <Route path="/tags" component={Tags} />
    <Route path="/queues/:id?">
      <Only may="queues.write">
        <Queues />
      </Only>
    </Route>
    <Route path="/connections">
      <Only may="drawer-admin-items:view">
        <Connections />
      </Only>
    </Route>
    <Route path="/queue-integration">
      <Only may="integrations.read">
        <Planned flag="useIntegrations">
          <Integrations />
        </Planned>
      </Only>
    </Route>
    <Route path="/ias">
      <Only may="ias.read">
        <Planned flag="useOpenAi">
          <Ias />
        </Planned>
      </Only>
    </Route>
    <Route path="/users">
      <Only may="users.write">
        <Users />
      </Only>
    </Route>
    <Route path="/profile" component={Profile} />
    <Route path="/audit">
      <Only may="audit.read">
        <Audit />
      </Only>
    </Route>
    <Route path="/settings">
      <Only may="settings.read">
        <Settings />
      </Only>
    </Route>
    <Route path="/announcements">
      <Only may="announcements.write" or={<NotPlanned />}>
        <Announcements />
      </Only>
    </Route>
    <Route path="/practice/:whatsappId">
      <Only may="practice">
        <Practice />
      </Only>
    </Route>
    <Route component={NotFound} />
  </Switch>
);

function Only({ may, or = <NotAllowed />, children }: { may: Permission; or?: ReactNode; children: ReactNode }) {
  useSignals();
  return can(may) ? children : or;
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
