import { Search } from "lucide-react";
import { Page } from "../../kit/Page.tsx";
import { SaveActions } from "../../kit/SaveActions.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import type { Story } from "../../parts/story.ts";

const text = "O mesmo lugar em todas as páginas: título, frase, ações, filtros e contagem.";

/** The page's frame as list, as form page and as detail page, for the gallery. */
export const pageStories: Story[] = [
  {
    name: "page of a list",
    show: () => (
      <Page
        title="Produtos"
        lead={text}
        actions={
          <button type="button" className="btn btn-primary">
            Novo produto
          </button>
        }
        filters={
          <label className="input max-w-72">
            <Search size={18} aria-hidden className="text-muted" />
            <input aria-label="Buscar produtos" placeholder="Buscar produtos" />
          </label>
        }
        counted="128 tags"
      >
        <div className="card-quiet h-32" />
      </Page>
    ),
  },
  {
    name: "page of a form",
    show: () => (
      <Page
        title="Um nome muito comprido que não cabe na linha de um telefone"
        parent={{ href: "/_gallery", label: "Conexões" }}
        width="narrow"
        actions={<SaveActions dirty saving={false} onSave={() => {}} onDiscard={() => {}} />}
        filters={<Parts />}
      >
        <div className="card-quiet h-32" />
      </Page>
    ),
  },
  {
    name: "page with a long title",
    show: () => (
      <div className="max-w-80">
        <Page
          title="Listas de contatos importadas"
          lead={text}
          actions={
            <button type="button" className="btn btn-primary">
              Nova lista de contatos
            </button>
          }
        >
          <div className="card-quiet h-16" />
        </Page>
      </div>
    ),
  },
  {
    name: "page of one thing",
    show: () => (
      <Page
        title="Pedido 1042"
        lead="Bia Nogueira · hoje, 14:05"
        parent={{ href: "/_gallery", label: "Pedidos" }}
        width="medium"
        actions={
          <button type="button" className="btn">
            Imprimir
          </button>
        }
      >
        <div className="card-quiet h-32" />
      </Page>
    ),
  },
];

const Parts = () => (
  <div className="min-w-0 flex-1">
    <Tabs
      variant="line"
      label="Partes"
      values={["data", "hours"]}
      value="data"
      text={(one) => ({ data: "Dados", hours: "Horários" })[one]!}
      onChange={() => {}}
    />
  </div>
);
