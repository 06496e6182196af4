import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import type { Permission } from "../src/shared.ts";
import { Boundary } from "./kit/Boundary.tsx";
import { furnish } from "./kit/text.ts";
import { Toasts } from "./kit/Toast.tsx";
import { NotAllowed, NotFound } from "./pages/NotFound.tsx";
import { NotPlanned, Planned } from "./pages/Planned.tsx";
import { can, home, me, mustSecure, start } from "./session.ts";
import { Elsewhere } from "./shell/Elsewhere.tsx";
import { Lost, Splash } from "./shell/Lost.tsx";
import { Shell } from "./shell/Shell.tsx";

const Login = lazy(async () => ({ default: (await import("./pages/Login.tsx")).Login }));
const Setup = room(async () => (await import("./pages/Setup.tsx")).Setup);
const Tickets = lazy(async () => ({ default: (await import("./pages/tickets/Tickets.tsx")).Tickets }));
const Dashboard = room(async () => (await import("./pages/dashboard/Dashboard.tsx")).Dashboard);
const Practice = room(async () => (await import("./pages/practice/Practice.tsx")).Practice);
const QuickMessages = lazy(async () => ({ default: (await import("./pages/QuickMessages.tsx")).QuickMessages }));
const Contacts = lazy(async () => ({ default: (await import("./pages/contacts/Contacts.tsx")).Contacts }));
const Import = room(async () => (await import("./pages/contacts/import/Import.tsx")).Import);
const Tags = lazy(async () => ({ default: (await import("./pages/Tags.tsx")).Tags }));
const Queues = room(async () => (await import("./pages/queues/Queues.tsx")).Queues);
const Connections = room(async () => (await import("./pages/connections/Connections.tsx")).Connections);
const Integrations = room(async () => (await import("./pages/integrations/Integrations.tsx")).Integrations);
const Ias = room(async () => (await import("./pages/ias/Ias.tsx")).Ias);
const Settings = room(async () => (await import("./pages/settings/Settings.tsx")).Settings);
const Users = room(async () => (await import("./pages/users/Users.tsx")).Users);
const Profile = room(async () => (await import("./pages/profile/Profile.tsx")).Profile);
const Secure = room(async () => (await import("./pages/profile/Secure.tsx")).Secure);
const Audit = room(async () => (await import("./pages/audit/Audit.tsx")).Audit);
const Announcements = lazy(async () => ({ default: (await import("./pages/announcements/Announcements.tsx")).Announcements }));
const Gallery = process.env.NODE_ENV !== "production" ? room(async () => (await import("./pages/Gallery.tsx")).Gallery) : null;

/** A page that comes with the texts of the rooms. */
function room<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: (await Promise.all([load(), furnish()]))[0] }));
}

const open = ["/login", "/setup"];

export function App() {
  return (
    <Boundary>
      <Suspense fallback={<Splash />}>
        <Door />
      </Suspense>
      <Elsewhere />
      <Toasts />
    </Boundary>
  );
}

/** Who may see what: a stranger the open pages, everyone else the rest. doc 1 §2 */
function Door() {
  useSignals();
  const [path] = useLocation();
  if (Gallery && path === "/_gallery") return <Gallery />;
  if (start.value === "restoring") return <Splash />;
  if (start.value === "lost") return <Lost />;
  if (open.includes(path)) return me.value ? <Redirect to={takeReturn()} replace /> : path === "/login" ? <Login /> : <Setup />;
  if (!me.value) return <ToLogin path={path} />;
  if (mustSecure.value) return <Secure />;
  return (
    <Shell>
      <Boundary key={path.split("/")[1]}>
        <Suspense fallback={null}>
          <Rooms />
        </Suspense>
      </Boundary>
    </Shell>
  );
}

const Rooms = () => (
  <Switch>
    <Route path="/">
      <Redirect to={home()} replace />
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

function takeReturn() {
  const wished = sessionStorage.getItem("returnTo");
  sessionStorage.removeItem("returnTo");
  return wished?.startsWith("/") && !wished.startsWith("//") && !open.includes(wished) ? wished : home();
}
