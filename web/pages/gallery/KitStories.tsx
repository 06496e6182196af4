import { EllipsisVertical, Inbox, Pencil, Trash2 } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { presets } from "../../../src/shared/colors.ts";
import { Avatar } from "../../kit/Avatar.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { CountBadge } from "../../kit/CountBadge.tsx";
import { Facts } from "../../kit/Facts.tsx";
import { State } from "../../kit/State.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { ErrorBoundary } from "../../kit/ErrorBoundary.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { Logo } from "../../kit/Logo.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { QrCode } from "../../kit/QrCode.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import type { Story } from "../../parts/story.ts";
import { LanguageMenu, ThemeMenu } from "../../shell/PreferenceMenus.tsx";
import { Dialogs, Toasts } from "./DialogStories.tsx";
import { Side } from "./Side.tsx";

/** The parts of the kit that are not inputs. */
export const kitStories: Story[] = [
  {
    name: "mark",
    show: () => (
      <Side>
        {[16, 24, 32, 64].map((size) => (
          <Logo key={size} size={size} />
        ))}
      </Side>
    ),
  },
  { name: "text", show: Text },
  { name: "colours", show: Colours },
  { name: "buttons", show: Buttons },
  {
    name: "avatar",
    show: () => (
      <Side>
        {["Bia Souza", "Ana", "Padaria Pão Quente", "", "😀 Loja"].map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name="Grupo" group size={56} />
        <Avatar name="Quebrada" url="/none.png" size={24} />
      </Side>
    ),
  },
  {
    name: "count badge",
    show: () => (
      <Side>
        {[1, 12, 120].map((count) => (
          <CountBadge key={count} count={count} />
        ))}
      </Side>
    ),
  },
  {
    name: "chip",
    show: () => (
      <Side>
        {presets.map((color) => (
          <Chip key={color} color={color}>
            Encomenda
          </Chip>
        ))}
        <Chip color="#57534e">{"Um nome muito comprido ".repeat(4)}</Chip>
      </Side>
    ),
  },
  {
    name: "state and facts",
    show: () => (
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          <State tone="ok">Pago</State>
          <State tone="wait">Atrasado</State>
          <State tone="bad">Falhou</State>
          <State tone="quiet">Devolvido</State>
          <State tone="line">Falta R$ 12,00</State>
        </div>
        <Facts
          cells={[
            { label: "Recebido", value: "R$ 2.404,40", note: "31 pedidos" },
            { label: "Contado", value: "R$ 481,30" },
            { label: "Diferença", value: "− R$ 5,00", note: "falta na gaveta", tone: "error" },
          ]}
        />
      </div>
    ),
  },
  {
    name: "menu",
    show: () => (
      <Side>
        <Menu
          label="Ações"
          items={[
            { label: "Editar", icon: Pencil },
            { label: "Sem efeito", disabled: true },
            { label: "Excluir", icon: Trash2, danger: true },
          ]}
        >
          <EllipsisVertical size={18} aria-hidden />
        </Menu>
        <ThemeMenu />
        <LanguageMenu />
      </Side>
    ),
  },
  { name: "toast", show: Toasts },
  { name: "dialog", show: Dialogs },
  {
    name: "empty",
    show: () => (
      <Empty
        icon={Inbox}
        title="Nenhum atendimento aguardando"
        text="Quando um cliente escrever, ele aparece aqui."
        action={
          <button type="button" className="btn btn-primary">
            Novo atendimento
          </button>
        }
      />
    ),
  },
  {
    name: "skeleton",
    show: () => (
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-64" />
        </div>
      </div>
    ),
  },
  { name: "QR code", show: () => <QrCode text="balcao-practice:1" label="QR code" /> },
  {
    name: "boundary",
    show: () => (
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    ),
  },
];

function Broken(): ReactNode {
  throw new Error("on purpose");
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
  const shades = [
    "bg-base-100",
    "bg-base-200",
    "bg-base-300",
    "bg-primary",
    "bg-neutral",
    "bg-info",
    "bg-warning",
    "bg-error",
    "bg-bubble",
    "bg-bubble-other",
    "bg-thread",
    "bg-hover",
    "bg-line",
    "bg-muted",
  ];
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
