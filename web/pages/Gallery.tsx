import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { EllipsisVertical, Inbox, Pencil, Trash2 } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { ApiError } from "../kit/api.ts";
import { Avatar } from "../kit/Avatar.tsx";
import { ErrorBoundary } from "../kit/ErrorBoundary.tsx";
import { Calendar } from "../kit/Calendar.tsx";
import { Chip } from "../kit/Chip.tsx";
import { ColorInput } from "../kit/ColorInput.tsx";
import { presets } from "../../src/shared/colors.ts";
import { Confirm } from "../kit/Confirm.tsx";
import { Dialog } from "../kit/Dialog.tsx";
import { Empty } from "../kit/Empty.tsx";
import { Field } from "../kit/Field.tsx";
import { Form } from "../kit/Form.tsx";
import type { FormValue } from "../kit/form.ts";
import { IconButton } from "../kit/IconButton.tsx";
import type { List, Row } from "../kit/list.ts";
import type { Listing } from "../kit/listing.ts";
import { ListView } from "../kit/ListPage.tsx";
import { pageStories } from "../kit/PageStories.tsx";
import { Logo } from "../kit/Logo.tsx";
import { Menu } from "../kit/Menu.tsx";
import { QrCode } from "../kit/QrCode.tsx";
import { Skeleton } from "../kit/Skeleton.tsx";
import { ToastCard, toast } from "../kit/Toast.tsx";
import { me } from "../session.ts";
import { Offline } from "../shell/Banner.tsx";
import { LanguageMenu, ThemeMenu } from "../shell/PreferenceMenus.tsx";
import { Dock } from "../shell/Dock.tsx";
import { Unavailable } from "../shell/Unavailable.tsx";
import { SideMenu } from "../shell/SideMenu.tsx";
import { shellStories } from "../shell/Stories.tsx";
import { connectionStories } from "./connections/Stories.tsx";
import { announcements } from "./announcements/Announcements.tsx";
import { announcementStories, manyAnnouncements } from "./announcements/Stories.tsx";
import { importStories } from "./contacts/import/Stories.tsx";
import { contactStories } from "./contacts/Stories.tsx";
import { dashboardStories } from "./dashboard/Stories.tsx";
import { Login } from "./Login.tsx";
import { NotAllowed, NotFound } from "./NotFound.tsx";
import { quickMessages } from "./QuickMessages.tsx";
import { profileStories } from "./profile/Stories.tsx";
import { settingStories } from "./settings/Stories.tsx";
import { State as SetupState } from "./Setup.tsx";
import { queueStories } from "./queues/Stories.tsx";
import { ticketStories } from "./tickets/Stories.tsx";
import { tags } from "./Tags.tsx";
import { type User, users } from "./users/Users.tsx";

export type Story = { name: string; show: () => ReactNode };

const tag = (id: number, name: string, color: string) => ({ id, name, color, kanban: false, createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z" });
const reply = (id: number, shortcode: string, message: string, geral: boolean, name: string, mediaName: string | null = null) => ({
  id, shortcode, message, geral, userId: id, user: { id, name }, createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z",
  mediaName, mediaPath: mediaName && "/public/icon-512.png", media: mediaName ? { type: "image/png", size: 48_000 } : null,
});

const manyTags = presets.map((color, index) => tag(index + 1, `${["VIP", "Encomenda", "Fornecedor", "Retirar na loja"][index % 4]} ${index + 1}`, color));
const manyReplies = [
  reply(1, "endereco", "Rua das Palmeiras, 120, Centro. Aberto das 6 h às 20 h.", true, "Ana"),
  reply(2, "pix", "Nossa chave Pix é o CNPJ 12.345.678/0001-90.\nDepois de pagar, mande o comprovante por aqui.", true, "Rui", "qr_code_do_pix.png"),
  reply(3, "um-atalho-bem-comprido-que-nao-cabe-na-coluna", "Texto ".repeat(60), false, "Ana"),
];

const queue = { id: 1, name: "Atendimento", color: "#0f766e" };
const user = (id: number, name: string, more: Partial<User> = {}): User => ({
  id, name, email: `${name.split(" ")[0]!.toLowerCase()}@paoquente.com.br`, profile: "user", allTicket: "desabled", whatsappId: null, code: "", groupRangeDiscountId: null, groupRangeDiscount: null,
  lastSeenAt: null, online: false, queueIds: [], queues: [], createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z", ...more,
});
const manyUsers = [
  user(1, "Ana Ribeiro", { online: true, queues: [queue, { id: 2, name: "Encomendas e entregas", color: "#b0407f" }], code: "0042" }),
  user(2, "Rui", { profile: "admin", lastSeenAt: "2026-11-20T12:00:00Z" }),
  user(3, "Maria Aparecida dos Santos de Oliveira e Albuquerque", { allTicket: "enabled", queues: [queue] }),
];

/** Every part of the kit and every page, in each of its states. A component without its line here is not done. */
export const stories: Story[] = [
  { name: "mark", show: () => <Side>{[16, 24, 32, 64].map((size) => <Logo key={size} size={size} />)}</Side> },
  { name: "text", show: Text },
  { name: "colours", show: Colours },
  { name: "buttons", show: Buttons },
  { name: "avatar", show: () => <Side>{["Bia Souza", "Ana", "Padaria Pão Quente", "", "😀 Loja"].map((name) => <Avatar key={name} name={name} />)}<Avatar name="Grupo" group size={56} /><Avatar name="Quebrada" url="/none.png" size={24} /></Side> },
  { name: "chip", show: () => <Side>{presets.map((color) => <Chip key={color} color={color}>Encomenda</Chip>)}<Chip color="#57534e">{"Um nome muito comprido ".repeat(4)}</Chip></Side> },
  { name: "menu", show: () => <Side><Menu label="Ações" items={[{ label: "Editar", icon: Pencil }, { label: "Sem efeito", disabled: true }, { label: "Excluir", icon: Trash2, danger: true }]}><EllipsisVertical size={18} aria-hidden /></Menu><ThemeMenu /><LanguageMenu /></Side> },
  { name: "toast", show: Toasts },
  { name: "dialog", show: Dialogs },
  { name: "field", show: Fields },
  { name: "form", show: () => <Form fields={quickMessages.fields} values={quickMessages.emptyValues ?? {}} submit="Salvar" onCancel={() => {}} onSubmit={async () => {}} /> },
  { name: "form refused", show: () => <Form fields={tags.fields} values={{ name: "Encomenda", color: presets[4] ?? "" }} preview={tags.preview} submit="Salvar" onSubmit={() => Promise.reject(new ApiError(500, { error: "ERR_INTERNAL" }))} /> },
  { name: "colour input", show: Picker },
  { name: "empty", show: () => <Empty icon={Inbox} title="Nenhum atendimento aguardando" text="Quando um cliente escrever, ele aparece aqui." action={<button type="button" className="btn btn-primary">Novo atendimento</button>} /> },
  { name: "skeleton", show: () => <div className="flex items-center gap-3"><Skeleton className="size-10 rounded-full" /><div className="flex flex-col gap-2"><Skeleton className="h-4 w-40" /><Skeleton className="h-3 w-64" /></div></div> },
  ...pageStories,
  ...ticketStories,
  ...connectionStories,
  ...contactStories,
  ...importStories,
  ...dashboardStories,
  ...queueStories,
  ...settingStories,
  ...profileStories,
  { name: "QR code", show: () => <QrCode text="balcao-practice:1" label="QR code" /> },
  { name: "boundary", show: () => <ErrorBoundary><Broken /></ErrorBoundary> },
  ...pages("tags", tags, manyTags),
  ...pages("quick messages", quickMessages, manyReplies),
  ...pages("users", users, manyUsers),
  ...announcementStories,
  ...pages("announcements", announcements, manyAnnouncements),
  { name: "login", show: () => <Tall><Login /></Tall> },
  { name: "setup dead", show: () => <SetupState link="dead" onRetry={() => {}} /> },
  { name: "setup claimed", show: () => <SetupState link="claimed" onRetry={() => {}} /> },
  { name: "setup unreachable", show: () => <SetupState link={{ failed: "Muitas tentativas. Tente de novo em 42 s." }} onRetry={() => {}} /> },
  { name: "not found", show: () => <NotFound /> },
  { name: "not allowed", show: () => <NotAllowed /> },
  { name: "offline", show: () => <Offline /> },
  { name: "lost", show: () => <Unavailable /> },
  ...shellStories,
  { name: "side menu", show: () => <div className="flex h-80 gap-6"><SideMenu rail={false} onToggle={() => {}} /><SideMenu rail onToggle={() => {}} /></div> },
  { name: "dock", show: () => <div className="max-w-sm"><Dock onMore={() => {}} /></div> },
];

const ana = {
  id: 1, name: "Ana Ribeiro", email: "ana@paoquente.com.br", profile: "admin" as const, super: false, totp: false, companyId: 1, allTicket: "enabled" as const, whatsappId: null, queueIds: [], queues: [],
  company: { id: 1, name: "Padaria Pão Quente", dueDate: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10), timezone: "America/Sao_Paulo", settings: [] },
};

/** /_gallery shows all, /_gallery?only=name one. Development only. */
export function Gallery() {
  useState(() => (me.value ??= ana));
  const only = new URLSearchParams(location.search).get("only");
  const shown = stories.filter(({ name }) => !only || name === only);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-6xl px-5 py-6">
        <header className="mb-6 flex items-center gap-2">
          <h1 className="text-title flex-1 font-semibold">Gallery</h1>
          <LanguageMenu />
          <ThemeMenu />
        </header>
        {shown.map(({ name, show: Show }) => (
          <section key={name} data-entry={name} className="mb-8">
            <h2 className="text-muted text-small mb-2 font-medium">{name}</h2>
            <div className="border-line relative rounded-lg border border-dashed p-5">
              <ErrorBoundary>
                <Show />
              </ErrorBoundary>
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

const Side = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-center gap-3">{children}</div>;
const Tall = ({ children }: { children: ReactNode }) => <div className="h-[46rem] overflow-hidden">{children}</div>;

function Broken(): ReactNode {
  throw new Error("on purpose");
}

function pages<R extends Row>(name: string, listing: Listing<R>, rows: R[]): Story[] {
  const list = (given: Partial<{ rows: R[]; hasMore: boolean; loading: boolean; failed: unknown; search: string }>): List<R> => ({
    rows: signal(given.rows ?? []),
    hasMore: signal(given.hasMore ?? false),
    count: signal(given.rows?.length ?? 0),
    loading: signal(given.loading ?? false),
    failed: signal(given.failed ?? null),
    search: signal(given.search ?? ""),
    more: () => {},
    reload: () => {},
  });
  const states = {
    empty: list({}),
    one: list({ rows: rows.slice(0, 1) }),
    many: list({ rows }),
    "loading more": list({ rows: rows.slice(0, 2), hasMore: true }),
    loading: list({ loading: true }),
    searching: list({ rows, loading: true, search: "enc" }),
    "no match": list({ search: "xyz" }),
    refused: list({ failed: new ApiError(403, { error: "ERR_NO_PERMISSION" }) }),
    offline: list({ failed: new ApiError(0, { error: "ERR_NETWORK" }) }),
  };
  return Object.entries(states).map(([state, own]) => ({ name: `${name} ${state}`, show: () => <ListView listing={listing} list={own} /> }));
}

function Text() {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-title font-semibold">Title 18: Respostas rápidas</p>
      <p className="text-talk">Talk 15: Tem sim, acabou de sair do forno. Separo para você?</p>
      <p>Body 14: Bia Souza pediu seis pães de queijo para as 17 h</p>
      <p className="text-small text-muted">Small 13: Atendimento · há 5 min · R$ 1.234,56</p>
      <p>
        <a className="link link-primary" href="#main">
          A link
        </a>{" "}
        and <kbd className="kbd kbd-sm">Alt</kbd> <kbd className="kbd kbd-sm">J</kbd>
      </p>
    </div>
  );
}

function Colours() {
  const shades = ["bg-base-100", "bg-base-200", "bg-base-300", "bg-primary", "bg-neutral", "bg-info", "bg-warning", "bg-error", "bg-bubble", "bg-bubble-other", "bg-thread", "bg-hover", "bg-line", "bg-muted"];
  return (
    <Side>
      {shades.map((shade) => (
        <figure key={shade} className="text-small w-20">
          <div className={`border-line h-10 rounded-lg border ${shade}`} />
          <figcaption className="text-muted mt-1">{shade.slice(3)}</figcaption>
        </figure>
      ))}
    </Side>
  );
}

function Buttons() {
  return (
    <Side>
      {["btn-primary", "btn-neutral", "btn-ghost", "btn-error", "btn-outline"].map((look) => (
        <Fragment key={look}>
          <button type="button" className={`btn ${look}`}>
            Aceitar
          </button>
          <button type="button" className={`btn btn-sm ${look}`}>
            Resolver
          </button>
        </Fragment>
      ))}
      <button type="button" className="btn">
        Devolver
      </button>
      <button type="button" className="btn btn-primary" disabled>
        Enviando
      </button>
      <IconButton label="Editar" icon={Pencil} />
    </Side>
  );
}

function Toasts() {
  return (
    <div className="flex max-w-80 flex-col gap-2">
      {(["success", "info", "warning", "error"] as const).map((kind, index) => (
        <ToastCard key={kind} id={-index} kind={kind} text="Operação realizada com sucesso!" action={kind === "info" ? { label: "Desfazer", run: () => {} } : undefined} />
      ))}
      <Side>
        <button type="button" className="btn btn-sm" onClick={() => toast.success("Operação realizada com sucesso!")}>
          success
        </button>
        <button type="button" className="btn btn-sm" onClick={() => toast.error(new ApiError(500, { error: "ERR_STRANGE", requestId: "8f2c" }))}>
          error
        </button>
      </Side>
    </div>
  );
}

function Dialogs() {
  useSignals();
  const [open, setOpen] = useState<"" | "dialog" | "confirm">("");
  return (
    <Side>
      <button type="button" className="btn" onClick={() => setOpen("dialog")}>
        dialog
      </button>
      <button type="button" className="btn" onClick={() => setOpen("confirm")}>
        confirm
      </button>
      {open === "dialog" && (
        <Dialog title="Novo atendimento" onClose={() => setOpen("")} footer={<button type="button" className="btn btn-primary">Abrir</button>}>
          <p>{"Conteúdo comprido. ".repeat(200)}</p>
        </Dialog>
      )}
      {open === "confirm" && <Confirm title="Deseja realmente excluir este registro?" text="Encomenda" action="Excluir" onClose={() => setOpen("")} onConfirm={() => Promise.reject(new ApiError(409, { error: "ERR_CONFLICT" }))} />}
    </Side>
  );
}

function Fields() {
  const [value, setValue] = useState<FormValue>("ana@");
  const [number, setNumber] = useState<FormValue>("+55 11 98888-0001");
  const [taken, setTaken] = useState<FormValue>([1]);
  const [day, setDay] = useState("2026-11-20");
  const [hour, setHour] = useState("08:30");
  const [picture, setPicture] = useState<FormValue>("/public/icon-192.png");
  return (
    <div className="flex max-w-md flex-col gap-4">
      <Field field={{ name: "email", label: "auth.email", type: "email", required: true }} value={value} error="invalid" onChange={setValue} />
      <Field field={{ name: "shortcode", label: "quickMessages.shortcode", prefix: "/", hint: "quickMessages.shortcodeHint" }} value="pix" onChange={() => {}} />
      <Field field={{ name: "password", label: "auth.password", type: "password", required: true, min: 8 }} value="segredo" error="too_short" onChange={() => {}} />
      <Field field={{ name: "geral", label: "quickMessages.geral", type: "switch", hint: "quickMessages.geralHint" }} value onChange={() => {}} />
      <Field field={{ name: "number", label: "connections.link.number", type: "tel", hint: "connections.link.numberHint", required: true }} value={number} onChange={setNumber} />
      <Field field={{ name: "minutes", label: "connections.reopen", type: "number", required: true }} value="120" onChange={() => {}} />
      <Field field={{ name: "date", label: "audit.from", type: "date", required: true }} value={day} onChange={(chosen) => setDay(String(chosen))} />
      <Field field={{ name: "date", label: "audit.to", type: "date" }} value="31/02/20" error="invalid" onChange={() => {}} />
      <Field field={{ name: "time", label: "simulator.time", type: "time", required: true }} value={hour} onChange={(typed) => setHour(String(typed))} />
      <div className="menu-panel static! w-72">
        <Calendar day={day} min="2026-11-03" onChoose={() => {}} />
      </div>
      <Field field={{ name: "discountValue", label: "users.discount", type: "money", required: true }} value="1234,50" onChange={() => {}} />
      <Field field={{ name: "discount", label: "users.discount", type: "percent", required: true }} value="7,5" error="invalid" onChange={() => {}} />
      <Field field={{ name: "mediaPath", label: "announcements.picture", type: "picture" }} value={picture} onChange={setPicture} />
      <Field field={{ name: "noPicture", label: "announcements.picture", type: "picture" }} value="" onChange={() => {}} />
      <Field field={{ name: "queues", label: "connections.queues", type: "many", options: [{ id: 1, name: "Atendimento", color: "#0f766e" }, { id: 2, name: "Encomendas" }] }} value={taken} onChange={setTaken} />
    </div>
  );
}

function Picker() {
  const [color, setColor] = useState(presets[0] ?? "");
  return <ColorInput value={color} onChange={setColor} />;
}
