import { listStories } from "../../parts/ListStories.tsx";
import { stores } from "./Stores.tsx";

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

export const storeStories = listStories("stores", stores, many);
