const palmeiras = {
  zipCode: "01226010",
  address: "Rua das Palmeiras",
  neighborhood: "Santa Cecília",
  city: "São Paulo",
  state: "SP",
};

/** The shop's two stores. The shop's quick messages name the same Pix key and fee. */
export const stores = [
  {
    name: "Santa Cecília",
    fantasy: "Padaria Pão Quente",
    document: "12.345.678/0001-95",
    ...palmeiras,
    number: "88",
    latitude: -23.5393,
    longitude: -46.6502,
    keyPix: "12345678000195",
  },
  {
    name: "Vila Buarque",
    fantasy: "Padaria Pão Quente",
    document: "12.345.678/0002-76",
    zipCode: "01221000",
    address: "Rua General Jardim",
    number: "410",
    neighborhood: "Vila Buarque",
    city: "São Paulo",
    state: "SP",
    latitude: -23.5448,
    longitude: -46.6489,
    keyPix: "12345678000195",
  },
];

/** Delivery fees, from an order value and from a distance (km) on. */
export const fees = [
  { saleValue: "0.00", minKm: "0.00", deliveryFee: "5.00" },
  { saleValue: "60.00", minKm: "2.00", deliveryFee: "3.00" },
  { saleValue: "120.00", minKm: "5.00", deliveryFee: "0.00" },
];

/** Texts that a customer receives when an order enters a status. */
export const statusTexts = {
  "Em preparo":
    "Oi, {{firstName}}! Recebemos seu pedido {{order}} ({{order_total}}) e já estamos preparando.",
  "Saiu para entrega":
    "{{firstName}}, seu pedido {{order}} saiu para entrega. Em poucos minutos chega quentinho aí!",
};

/** The highest discounts in percent, and their owners. */
export const discounts = {
  ana: { name: "Balcão", discount: 5 },
  caio: { name: "Encomendas", discount: 10 },
  rui: { name: "Gerência", discount: 20 },
};

export const coupons = [
  { code: "BEMVINDO10", type: "PERCENTAGE_DISCOUNT", value: "10.00", valueMin: "30.00", days: 30 },
  { code: "ENTREGAGRATIS", type: "FREE_SHIPPING", value: "", valueMin: "50.00", days: 14 },
  {
    code: "CAFE5",
    type: "FIXED_DISCOUNT",
    value: "5.00",
    valueMin: "25.00",
    days: 7,
    maxUsage: 20,
  },
];

/** Customers who come to the counter without having written. */
export const counterCustomers = {
  elisa: { name: "Elisa Prates", number: "5511988880011" },
  hugo: { name: "Hugo Bastos", number: "5511988880012" },
  marta: { name: "Marta Vieira", number: "5511988880013" },
  jonas: { name: "Jonas Freire", number: "5511988880014" },
  paula: { name: "Paula Dantas", number: "5511988880015" },
  ruth: { name: "Ruth Moraes", number: "5511988880016" },
  saulo: { name: "Saulo Peixoto", number: "5511988880017" },
  vera: { name: "Vera Antunes", number: "5511988880018" },
};
export const walkIns = Object.values(counterCustomers);

/** Addresses of customers with deliveries, in the street of the first store. */
export const homes = new Map(
  [
    ["5511988880004", "120"],
    ["5511988880001", "31"],
    ["5511988880012", "245"],
    ["5511988880013", "77"],
    ["5511988880016", "502"],
    ["5511988880018", "9"],
  ].map(([number, house]) => [
    number!,
    { ...palmeiras, type: "Casa", number: house!, latitude: -23.54, longitude: -46.652 },
  ]),
);
