import { listStories } from "../../parts/ListStories.tsx";
import { PixKeyReading } from "../../parts/PixKeyReading.tsx";
import type { Story } from "../../parts/story.ts";
import { shopObstacles } from "../../../src/shared/shop.ts";
import { ShopForm } from "./ShopDialog.tsx";
import { stores } from "./Stores.tsx";
import type { Store } from "./types.ts";

const times = { createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z", userId: 1 };
const bare = {
  document: null,
  fantasy: null,
  zipCode: null,
  address: null,
  number: null,
  complement: null,
  neighborhood: null,
  city: null,
  state: null,
  latitude: null,
  longitude: null,
  keyPix: null,
  isActive: true,
  schedules: [],
  prepMinutes: 30,
  slotMinutes: 30,
  slotLimit: null,
  windowOpen: true,
  windowPausedUntil: null,
  minimumOrder: "20.00",
  pixGateway: false,
  ...times,
};
const many = [
  {
    ...bare,
    id: 1,
    name: "Matriz",
    document: "12ABC34501DE35",
    fantasy: "Padaria Pão Quente",
    neighborhood: "Sé",
    city: "São Paulo",
    state: "SP",
    latitude: -23.55,
    longitude: -46.63,
  },
  {
    ...bare,
    id: 2,
    name: "Quiosque da estação de trem da cidade vizinha, do lado de dentro da catraca",
    isActive: false,
  },
];

const keys = [
  "529.982.247-25",
  "11.222.333/0001-81",
  "+55 11 98888-0001",
  "Contato@PaoQuente.com.br",
  "123e4567-e12b-12d1-a456-426655440000",
  "11 98888-0001",
  "11987654374",
];

export const storeStories: Story[] = [
  ...listStories("stores", stores, many),
  ...(["open", "closed"] as const).map((name) => ({
    name: `online shop ${name}`,
    show: () => (
      <ShopForm
        store={many[0] as Store}
        state={{
          slug: "pao-quente",
          url: "https://balcao.example.com",
          obstacles: name === "open" ? [] : [...shopObstacles],
        }}
        onClose={() => {}}
      />
    ),
  })),
  {
    name: "pix key",
    show: () => (
      <div className="flex max-w-md flex-col gap-3">
        {keys.map((key) => (
          <div key={key}>
            {key}
            <PixKeyReading typed={key} onPhone={() => {}} />
          </div>
        ))}
      </div>
    ),
  },
];
